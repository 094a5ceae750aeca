import { expect, it } from '@jest/globals';
import { scramVerifier } from './scram-verifier.js';

// RFC 7677, section 3: user `user`, password `pencil`. The keys follow from its proof and signature.
it('is the verifier of the exchange in RFC 7677', async () => {
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(await scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

it('takes a password in compatibility form, as its client does (RFC 4013)', async () => {
  const salt = Buffer.alloc(16);
  expect(await scramVerifier('\u2168', salt)).toBe(await scramVerifier('IX', salt));
});
