import { Module } from '@nestjs/common';
import { UserMessages } from '../memberships/user-messages.js';
import { ProfileController } from './profile.controller.js';
import { ProfileService } from './profile.service.js';

@Module({ controllers: [ProfileController], providers: [ProfileService, UserMessages] })
export class ProfileModule {}
