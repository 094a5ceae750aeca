import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { TlsOptions } from 'node:tls';
import type { BaseSettings } from '../settings/base-settings.js';
import { SettingsError } from '../settings/settings.js';

/**
 * Forward secrecy and authenticated encryption only (RFC 9325 section 4.2); the first three are those of TLS
 * 1.3.
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Where key and certificate of a service are. */
export interface TlsFiles {
  TLS_KEY_FILE: string;
  TLS_CERT_FILE: string;
}

/** A key, the certificate that belongs to it, and what else TLS is to be like. */
export interface Certificate extends TlsOptions {
  key: Buffer;
  cert: Buffer;
}

type TlsSettings = Pick<BaseSettings, keyof TlsFiles>;

/** The files that settings name, when they do. Throws a `SettingsError` when they name one of two. */
export function tlsFilesOf({ TLS_KEY_FILE, TLS_CERT_FILE }: TlsSettings): TlsFiles | undefined {
  if (TLS_KEY_FILE && TLS_CERT_FILE) return { TLS_KEY_FILE, TLS_CERT_FILE };
  if (!TLS_KEY_FILE && !TLS_CERT_FILE) return undefined;
  const [missing, given] = TLS_KEY_FILE
    ? ['TLS_CERT_FILE', 'TLS_KEY_FILE']
    : ['TLS_KEY_FILE', 'TLS_CERT_FILE'];
  throw new SettingsError(
    `Wrong settings: ${missing} is not set: it has to be given together with ${given}.`,
  );
}

/** Key and certificate of the settings, for a service that speaks HTTPS. */
export async function certificateOf(settings: TlsSettings): Promise<Certificate | undefined> {
  const files = tlsFilesOf(settings);
  return files && readCertificate(files);
}

/**
 * Reads a PEM key, and a PEM certificate with its chain. Throws a `SettingsError` that says which of them is
 * wrong.
 */
export async function readCertificate(files: TlsFiles): Promise<Certificate> {
  // One after the other: of two missing files, the same one is named each time.
  const key = await read(files, 'TLS_KEY_FILE');
  const cert = await read(files, 'TLS_CERT_FILE');
  const privateKey = parse('TLS_KEY_FILE', 'PEM key', () => createPrivateKey(key));
  const leaf = parse('TLS_CERT_FILE', 'chain of PEM certificates', () => leafOf(cert));
  if (!leaf.checkPrivateKey(privateKey))
    throw new SettingsError('The key in TLS_KEY_FILE does not belong to the certificate in TLS_CERT_FILE.');
  return { key, cert, minVersion: 'TLSv1.2', ciphers: CIPHERS };
}

/** The first certificate of a chain, all of which can be read. */
function leafOf(chain: Buffer): X509Certificate {
  const [, ...blocks] = chain.toString('latin1').split('-----BEGIN CERTIFICATE-----');
  const [leaf] = blocks.map((block) => new X509Certificate(`-----BEGIN CERTIFICATE-----${block}`));
  if (!leaf) throw new Error('There is no certificate');
  return leaf;
}

async function read(files: TlsFiles, setting: keyof TlsFiles): Promise<Buffer> {
  try {
    return await readFile(files[setting]);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SettingsError(`${setting}: ${files[setting]} cannot be read (${code}).`, { cause });
  }
}

function parse<Parsed>(setting: keyof TlsFiles, what: string, make: () => Parsed): Parsed {
  try {
    return make();
  } catch (cause) {
    throw new SettingsError(`${setting} holds no ${what}.`, { cause });
  }
}
