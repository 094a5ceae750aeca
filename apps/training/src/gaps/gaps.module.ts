import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { GapCells } from './gap-cells.js';
import { GapsController } from './gaps.controller.js';
import { GapsService } from './gaps.service.js';

@Module({ imports: [RowsModule], controllers: [GapsController], providers: [GapsService, GapCells] })
export class GapsModule {}
