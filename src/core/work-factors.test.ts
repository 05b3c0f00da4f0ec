import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashSecret } from '../auth/secrets.js';
import { readConfig } from '../config.js';
import { lowCostVariable, usualFactors, workFactors, workFactorsOf } from './work-factors.js';

const low = { [lowCostVariable]: 'low' };

test('work factors are low only where a test run asks for it', () => {
  expect(workFactorsOf({ ...low, NODE_ENV: 'test' }).proofBits).toBeLessThan(usualFactors.proofBits);
  const others = [{}, { NODE_ENV: 'test' }, low, { ...low, NODE_ENV: 'production' }, { ...low, NODE_ENV: 'TEST' }];
  for (const environment of others) expect(workFactorsOf(environment)).toBe(usualFactors);
  expect(workFactorsOf({ NODE_ENV: 'test', [lowCostVariable]: 'on' })).toBe(usualFactors);
});

test('settings are refused with low work factors outside a test run', () => {
  for (const environment of [low, { ...low, NODE_ENV: 'production' }, { [lowCostVariable]: '' }])
    expect(() => readConfig(environment)).toThrow(`${lowCostVariable} makes passwords easy to guess`);
  expect(() => readConfig({ ...low, NODE_ENV: 'test' })).not.toThrow();
});

test('a digest names the work factors it was made with', async () => {
  const { memoryCost, timeCost, parallelism } = workFactors.argon2;
  const digest = await hashSecret('correct horse battery');
  expect(digest).toContain(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
  expect(await verify(digest, 'correct horse battery')).toBe(true);
});

test('the usual work factors are those of the recommendation', () => {
  expect(usualFactors).toEqual({ argon2: { memoryCost: 19_456, timeCost: 2, parallelism: 1 }, proofBits: 17 });
});
