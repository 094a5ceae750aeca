import { Module } from '@nestjs/common';
import { CodeListsController } from './code-lists.controller.js';
import { CodeLists } from './code-lists.js';

@Module({ controllers: [CodeListsController], providers: [CodeLists], exports: [CodeLists] })
export class CodeListsModule {}
