import { Module } from '@nestjs/common';
import { PasswordLinks } from './password-links.js';

@Module({ providers: [PasswordLinks], exports: [PasswordLinks] })
export class PasswordLinksModule {}
