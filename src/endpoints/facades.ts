// The facades of an installation, in the order in which they are mounted.
import type { Facade } from '../core/facade.js';
import { dropinFacade, eventShapes } from '../facades/events/events.js';
import { wordpressFacade } from '../facades/wordpress/wordpress.js';
import { type NativeOptions, nativeFacade } from './native.js';

export interface FacadeOptions extends NativeOptions {
  /** Also serve the drop-in and WordPress URLs for existing clients. */
  readonly dropin: boolean;
}

export const facadesOf = (
  { dropin, ...native }: FacadeOptions,
  shapes = eventShapes,
): readonly [Facade, ...Facade[]] => [
  nativeFacade(native, shapes),
  ...(dropin ? [dropinFacade(shapes), wordpressFacade] : []),
];

/** The facade with this name. */
export function facadeNamed(facades: readonly Facade[], name: string): Facade {
  const facade = facades.find((one) => one.name === name);
  if (!facade) throw new TypeError(`there is no facade ${name}`);
  return facade;
}
