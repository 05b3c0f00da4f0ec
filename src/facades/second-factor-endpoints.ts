// Endpoints of the second factor of a user.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { credentialText } from '../core/kinds/text.js';
import { Problem } from '../core/problem.js';
import { listOf, type Schema } from '../core/schema.js';
import { owner, userPart } from './account-endpoints.js';

const tag = { name: 'Two-step verification', description: 'The second factor of a user at sign-in.' };

const current_password = required(credentialText, 'Current sign-in password.', {
  bodyOnly: true,
  example: 'correct horse battery',
});
const newCode = required(credentialText, 'Code that the authenticator app shows.', {
  bodyOnly: true,
  example: '123456',
});
const code = required(credentialText, 'Code of the authenticator app, or a recovery code.', {
  bodyOnly: true,
  example: '123456',
});
const removalFields: Fields = {
  current_password: optional(credentialText, 'Current sign-in password. Required for your own account.', {
    bodyOnly: true,
    example: 'correct horse battery',
  }),
  code: optional(credentialText, 'Code of the authenticator app, or a recovery code. Required for your own account.', {
    bodyOnly: true,
    example: '123456',
  }),
};

const text: Schema = { type: 'string' };

const schema: Schema = {
  type: 'object',
  description: 'The second factor of a user.',
  required: ['enabled', 'confirmed_utc', 'recovery_codes_left'],
  properties: {
    enabled: { type: 'boolean', description: 'Whether signing in requires a code.' },
    confirmed_utc: { type: ['string', 'null'], description: 'Time of the first code. Null while it is not enabled.' },
    recovery_codes_left: { type: 'integer', description: 'Number of unused recovery codes.' },
    secret: { ...text, description: 'Secret for the authenticator app in Base32. Returned once.' },
    uri: { ...text, description: 'The same as an `otpauth` URI. Returned once.' },
    qr_code: { ...text, description: 'The URI as a QR code in SVG. Returned once.' },
    recovery_codes: { ...listOf(text), description: 'Codes for a lost phone, each valid once. Returned once.' },
  },
};

const off = { enabled: false, confirmed_utc: null, recovery_codes_left: 0 };
const on = { enabled: true, confirmed_utc: '2026-09-02 14:00:00', recovery_codes_left: 10 };
const codes = { recovery_codes: ['mzxw-6ytb-oi2d-qmjr', 'gy3t-qojq-mfwg-c3tb'] };
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const operation = (given: Omit<CustomOperation, 'right' | 'tag' | 'schema' | 'schemaName'>): CustomOperation => ({
  right: 'signed-in',
  tag,
  schema,
  schemaName: 'SecondFactor',
  ...given,
});

const active = new Problem('second-factor-active');
const inactive = new Problem('no-second-factor');
const wrongCode = new Problem('wrong-code');
const unknownUser = new Problem('not-found', { resource: 'user' });

export const secondFactorEndpoints: readonly Endpoint[] = [
  {
    path: `${owner.path}/second-factor`,
    pattern: `${owner.pattern}/second-factor`,
    actions: { GET: 'custom', POST: 'custom', PATCH: 'custom', DELETE: 'custom' },
    custom: 'second-factor',
    takes: { POST: { current_password }, PATCH: { code: newCode }, DELETE: removalFields },
    parts: userPart,
    operations: {
      GET: operation({
        operationId: 'readSecondFactor',
        summary: 'Get the state of two-step verification',
        example: on,
        problems: [unknownUser],
      }),
      POST: operation({
        operationId: 'startSecondFactor',
        summary: 'Set up two-step verification',
        description:
          'Returns a new secret for an authenticator app. PATCH with a first code turns it on. Own account only.',
        statusCode: 201,
        example: {
          ...off,
          secret,
          uri: `otpauth://totp/Almanac:ada?secret=${secret}&issuer=Almanac&algorithm=SHA1&digits=6&period=30`,
          qr_code: '<svg …>…</svg>',
        },
        problems: [active],
      }),
      PATCH: operation({
        operationId: 'confirmSecondFactor',
        summary: 'Turn on two-step verification',
        description: 'Returns ten recovery codes and ends all other sessions. Own account only.',
        example: { ...on, ...codes },
        problems: [active, inactive],
      }),
      DELETE: operation({
        operationId: 'removeSecondFactor',
        summary: 'Turn off two-step verification',
        description:
          'Ends all other sessions. Administrators can turn it off for other users, without password and code.',
        example: off,
        problems: [wrongCode, inactive, unknownUser],
      }),
    },
  },
  {
    path: `${owner.path}/second-factor/recovery-codes`,
    pattern: `${owner.pattern}/second-factor/recovery-codes`,
    actions: { POST: 'custom' },
    custom: 'recovery-codes',
    takes: { POST: { current_password, code } },
    parts: userPart,
    operations: {
      POST: operation({
        operationId: 'renewRecoveryCodes',
        summary: 'Replace the recovery codes',
        description: 'The codes before stop working. Own account only.',
        statusCode: 201,
        example: { ...on, ...codes },
        problems: [wrongCode, inactive],
      }),
    },
  },
];
