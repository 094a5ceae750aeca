import { describe, expect, it } from '@jest/globals';
import { LogoutCall } from './logout-call.js';
import { isPublicAddress } from './public-address.js';

const inside = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[fc00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[3fff:fff:ffff::1]',
];

describe('a Logout Uri', () => {
  it.each(inside)('never leads to %s', async (host) => {
    expect(isPublicAddress(host)).toBe(false);
    const call = new LogoutCall({ LOGOUT_ALLOWED_HOSTS: [] });
    await expect(call.send(new URL(`http://${host}/logout`))).rejects.toThrow('private address');
  });

  it.each(['8.8.8.8', '93.184.215.14', '[2606:4700::1111]', '[3ffe::1]', 'client.example'])(
    'may lead to %s',
    (host) => {
      expect(isPublicAddress(host)).toBe(true);
    },
  );

  it.each(['http://2130706433/', 'http://0x7f.1/', 'http://127.0.0.1.:80/'])(
    'is read as a browser reads it: %s is loopback',
    async (uri) => {
      const call = new LogoutCall({ LOGOUT_ALLOWED_HOSTS: [] });
      await expect(call.send(new URL(uri))).rejects.toThrow('private address');
    },
  );

  it('never leads to a name of this machine, unless it is allowed by name and port', async () => {
    const call = new LogoutCall({ LOGOUT_ALLOWED_HOSTS: ['localhost:9090'] });
    await expect(call.send(new URL('http://localhost:9/logout'))).rejects.toThrow('private address');
  });
});
