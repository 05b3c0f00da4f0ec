import { expect, test } from 'vitest';
import { chooseRole, type RoleRules } from './oidc-role.js';

const rules: RoleRules = {
  claim: 'groups',
  mapping: { staff: 'editor', board: 'administrator' },
  defaultRole: undefined,
};
const choose = (claims: object, changes: Partial<RoleRules> = {}) =>
  chooseRole({ iss: 'https://id.example', sub: '1', ...claims }, { ...rules, ...changes }).role;

test('the highest of the mapped roles is chosen, whatever the order', () => {
  expect(choose({ groups: ['staff', 'board', 'choir'] })).toBe('administrator');
  expect(choose({ groups: ['board', 'staff'] })).toBe('administrator');
  expect(choose({ groups: 'staff' })).toBe('editor');
});

test('the claim may be inside an object, and a claim whose name has a dot is found first', () => {
  expect(choose({ realm_access: { roles: ['staff'] } }, { claim: 'realm_access.roles' })).toBe('editor');
  expect(choose({ 'https://town.example/roles': ['staff'] }, { claim: 'https://town.example/roles' })).toBe('editor');
});

test.each([
  {},
  { groups: [] },
  { groups: ['toString', 'choir'] },
  { groups: [1, null, { staff: true }] },
  { groups: 7 },
])('%j gives the default role, if there is one', (claims) => {
  expect(choose(claims)).toBeUndefined();
  expect(choose(claims, { defaultRole: 'subscriber' })).toBe('subscriber');
});

test('without a claim roles are not mapped', () => {
  const claims = { iss: 'https://id.example', sub: '1', groups: ['board'] };
  expect(chooseRole(claims, { ...rules, claim: '', defaultRole: 'author' })).toEqual({ role: 'author', mapped: false });
});
