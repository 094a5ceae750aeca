import { X509Certificate } from 'node:crypto';
import type { Server } from 'node:https';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LOGGER, type Logger, SETTINGS } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { type Certificate, readCertificate, tlsFilesOf } from './certificate.js';

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
export function renewCertificate(app: NestFastifyApplication): void {
  const files = tlsFilesOf(app.get<GatewaySettings>(SETTINGS));
  if (!files) return;
  const logger = app.get<Logger>(LOGGER);
  const server = app.getHttpServer() as unknown as Server;
  let served: Certificate | undefined;
  let isFailing = false;
  const look = async () => {
    try {
      const found = await readCertificate(files);
      if (!served || !isSame(served, found)) {
        server.setSecureContext(found);
        const { validTo } = new X509Certificate(found.cert);
        logger.info({ validTo }, served ? 'the certificate was renewed' : 'HTTPS is spoken');
      }
      served = found;
      isFailing = false;
    } catch (err) {
      if (!isFailing) logger.warn({ err }, 'certificate: cannot be renewed');
      isFailing = true;
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

const isSame = (one: Certificate, other: Certificate): boolean =>
  one.key.equals(other.key) && one.cert.equals(other.cert);
