import { Controller, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { InjectSettings, Public, TakesBody, TakesQuery } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IdentitySettings } from '../../config.js';
import { PageErrorFilter } from '../../pages/page-error.filter.js';
import { localeOfRequest } from '../../pages/request-locale.js';
import { SameOriginGuard } from '../../pages/same-origin.guard.js';
import { redirectTo, sendPage } from '../../pages/send-page.js';
import { passwordSavedPath, wayBack } from '../../paths/password-links.js';
import { doneBy, keepDone } from '../done-cookie.js';
import { busyFault, isBusy } from '../passwords/busy.js';
import { PasswordChange } from '../passwords/password-change.js';
import { signInAddress } from '../sign-in-link.js';
import { deviceOf, keepDevice } from '../users/device-cookie.js';
import { KnownDevices } from '../users/known-devices.js';
import { linkInvalidPage, newPasswordPage, passwordSavedPage } from './new-password.page.js';
import { PasswordLinks } from './password-links.js';
import { wayOf } from './way-of-request.js';

const text = z.string().catch('');
const querySchema = z.object({ token: text });
const bodySchema = z
  .object({ token: text, password: text, repeated: text })
  .catch({ token: '', password: '', repeated: '' });

/** Where the link of a mail leads. Opening it changes nothing: mail programs open links, too. */
@Controller('auth/new-password')
@UseFilters(PageErrorFilter)
@UseGuards(SameOriginGuard)
export class NewPasswordController {
  private readonly secure: boolean;

  constructor(
    private readonly links: PasswordLinks,
    private readonly change: PasswordChange,
    private readonly devices: KnownDevices,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.secure = AUTH_URL.startsWith('https:');
  }

  @Get()
  @Public()
  async show(
    @TakesQuery(querySchema) { token }: z.infer<typeof querySchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const locale = localeOfRequest(request);
    const way = wayOf(request, locale);
    const signIn = signInAddress(request, wayBack(way));
    const user = await this.links.find(token);
    if (!user) return sendPage(reply.status(400), linkInvalidPage(locale, way, signIn));
    await sendPage(reply, newPasswordPage({ locale, way, token, user }));
  }

  @Post()
  @Public()
  async submit(
    @TakesBody(bodySchema) { token, password, repeated }: z.infer<typeof bodySchema>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const locale = localeOfRequest(request);
    const way = wayOf(request, locale);
    const signIn = signInAddress(request, wayBack(way));
    const user = await this.links.find(token);
    if (!user) return sendPage(reply.status(400), linkInvalidPage(locale, way, signIn));
    const page = { locale, way, token, user };
    try {
      const outcome =
        password === repeated
          ? await this.change.byLink(token, user, password, locale.language)
          : 'passwordsDiffer';
      if (outcome === 'link-invalid')
        return sendPage(reply.status(400), linkInvalidPage(locale, way, signIn));
      if (outcome !== 'saved')
        return sendPage(reply.status(422), newPasswordPage({ ...page, fault: outcome }));
    } catch (error) {
      if (!isBusy(error)) throw error;
      void reply.status(error.status).headers({ ...error.options.headers });
      return sendPage(reply, newPasswordPage({ ...page, fault: busyFault(error) }));
    }
    await this.rememberDevice(user.id, request, reply);
    keepDone(reply, user.hasPassword ? 'new-password' : 'first-password', this.secure);
    await redirectTo(reply, passwordSavedPath(way));
  }

  /** Says so to the browser that sent the form; a link that others make leads to the sign-in. */
  @Get('saved')
  @Public()
  async saved(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const locale = localeOfRequest(request);
    const way = wayOf(request, locale);
    const signIn = signInAddress(request, wayBack(way));
    const done = doneBy(request, this.secure);
    if (done !== 'new-password' && done !== 'first-password') return redirectTo(reply, signIn);
    await sendPage(reply, passwordSavedPage({ locale, way, isFirst: done === 'first-password', signIn }));
  }

  /**
   * The reader of the user's mail counts as the user: strangers who guess passwords elsewhere cannot lock
   * this browser out.
   */
  private async rememberDevice(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const device = deviceOf(request, this.secure);
    await this.devices.remember(userId, device);
    keepDevice(reply, device, this.secure);
  }
}
