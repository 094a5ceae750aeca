import { Module } from '@nestjs/common';
import { EmailLinks } from './email-links.js';

@Module({ providers: [EmailLinks], exports: [EmailLinks] })
export class EmailLinksModule {}
