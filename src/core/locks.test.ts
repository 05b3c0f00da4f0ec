import { expect, test } from 'vitest';
import * as locks from './locks.js';

test('locks have their released names, since two versions may share a database', () => {
  const table = { table: 'events' };
  const {
    recordLock,
    slugLock,
    externalLock,
    sourceLock,
    importLock,
    nameLock,
    treeLock,
    pictureLock,
    idempotencyLock,
    reservedIdsLock,
    leaseLock,
    ...fixed
  } = locks;
  expect([recordLock(table, 7), slugLock(table, 'fair'), nameLock(table, 'fair'), treeLock(table)]).toEqual([
    'events 7',
    'slug events fair',
    'name events fair',
    'tree events',
  ]);
  expect(externalLock(table, 'box-office', '7')).toBe('external events box-office 7');
  expect(sourceLock('box-office')).toBe('source box-office');
  expect(importLock('csv', 'fair')).toBe('import csv fair');
  expect([pictureLock('abc'), idempotencyLock(3, '/events', 'once')]).toEqual(['picture abc', 'answer 3 /events once']);
  expect([reservedIdsLock('post'), leaseLock('tec:x')]).toEqual(['reserved post', 'lease tec:x']);
  expect(fixed).toEqual({
    accountsLock: 'users',
    fileLeasesLock: 'file-leases',
    settingsLock: 'settings',
    geocodeLock: 'geocode',
    languagesLock: 'languages',
    uidHostLock: 'uid-host',
    migrationsLock: 'migrations',
    copyLock: 'copy',
    positionsLock: 'positions',
    syncSecretLock: 'sync-secret',
    previewSecretLock: 'preview-secret',
    demoLock: 'demo',
    mailLock: 'mail',
    webhooksLock: 'webhooks',
    webhookMessagesLock: 'webhook-messages',
    usageLock: 'usage',
    formSecretLock: 'form-secret',
    submissionsLock: 'submissions',
  });
});
