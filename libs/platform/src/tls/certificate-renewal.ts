import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:https';
import { Injectable } from '@nestjs/common';
import { InjectLogger, type Logger } from '../logging/logger.token.js';
import { Metrics } from '../metrics/metrics.js';
import { Periodic } from '../service/periodic.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { InjectSettings } from '../settings/settings.js';
import { type Certificate, readCertificate, type TlsFiles, tlsFilesOf } from './certificate.js';

/**
 * Reading two small files costs nothing; watching them misses a Secret's volume, where only a link above them
 * changes.
 */
const LOOK_EVERY_MS = 1_000;

/**
 * Takes a renewed certificate for new connections as soon as its files change, without a restart. Until key
 * and certificate fit each other, since they may be written one after the other, the one from before goes on
 * being used.
 */
@Injectable()
export class CertificateRenewal extends Periodic {
  private readonly files: TlsFiles | undefined;
  private server: Server | undefined;
  private served: Certificate | undefined;
  private isFailing = false;

  constructor(@InjectSettings() settings: BaseSettings, @InjectLogger() logger: Logger, metrics: Metrics) {
    super(logger, { name: 'certificate', everyMs: LOOK_EVERY_MS, atStart: true });
    this.files = tlsFilesOf(settings);
    metrics.gauge(
      'tls.certificate.expiry',
      { unit: 'seconds', help: 'When the certificate for HTTPS ends, in seconds of 1970.' },
      () =>
        this.served ? [{ value: new X509Certificate(this.served.cert).validToDate.getTime() / 1000 }] : [],
    );
  }

  /** The server of the service, before it listens. */
  renewAt(server: Server): void {
    this.server = server;
  }

  /** Says once, rather than every second, that the files do not fit. */
  protected async work(): Promise<void> {
    if (!this.files) return;
    try {
      this.serve(await readCertificate(this.files));
      this.isFailing = false;
    } catch (err) {
      if (!this.isFailing) this.logger.warn({ err }, 'certificate: cannot be renewed');
      this.isFailing = true;
    }
  }

  private serve(found: Certificate): void {
    if (this.served && isSame(this.served, found)) return;
    this.server?.setSecureContext(found);
    const { validTo } = new X509Certificate(found.cert);
    this.logger.info({ validTo }, this.served ? 'certificate: renewed' : 'certificate: in use');
    this.served = found;
  }
}

const isSame = (one: Certificate, other: Certificate): boolean =>
  one.key.equals(other.key) && one.cert.equals(other.cert);
