// The role of a user of the OpenID Connect provider.
import { type Role, roles } from '../core/actor.js';
import type { Claims } from './oidc.js';

export interface RoleRules {
  /** Name of the claim with groups or roles; a dot leads to a property of an object. Empty: roles are not mapped. */
  readonly claim: string;
  /** Roles by values of the claim. */
  readonly mapping: Readonly<Record<string, Role>>;
  /** For users without a mapped role; undefined rejects them. */
  readonly defaultRole: Role | undefined;
}

/** `mapped`: also given to users who have another role. `undefined`: may not sign in, unless they have a role already. */
export interface RoleChoice {
  readonly role: Role | undefined;
  readonly mapped: boolean;
}

/** The highest of the mapped roles. */
export function chooseRole(claims: Claims, { claim, mapping, defaultRole }: RoleRules): RoleChoice {
  if (claim === '') return { role: defaultRole, mapped: false };
  const given = new Set(
    valuesAt(claims, claim).flatMap((value) => (Object.hasOwn(mapping, value) ? mapping[value] : [])),
  );
  return { role: roles.find((role) => given.has(role)) ?? defaultRole, mapped: true };
}

function valuesAt(claims: Claims, claim: string): readonly string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : claim.split('.').reduce(property, claims as unknown);
  return [value].flat().filter((one) => typeof one === 'string');
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
