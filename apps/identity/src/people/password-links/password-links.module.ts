import { Module } from '@nestjs/common';
import { Invitations } from '../users/invitations.js';
import { PasswordLinks } from './password-links.js';

@Module({ providers: [Invitations, PasswordLinks], exports: [Invitations, PasswordLinks] })
export class PasswordLinksModule {}
