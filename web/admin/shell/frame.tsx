// What stands around every page: where one is, where one can go, and who one is.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sitePath } from '../api/place';
import { session, signOut } from '../api/session';
import { address, hrefOf } from '../router';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { inBackground } from '../ui/toast';
import { type PlaceInfo, peoplePlaces, workPlaces } from './places';
import { theme, toggleTheme } from './theme';

function PlaceLink({ to, label, icon }: PlaceInfo) {
  const [first = ''] = address.value.parts;
  const here = to === `/${first}` || (first === '' && to === workPlaces()[0]?.to);
  return (
    <li>
      <a href={hrefOf(to)} aria-current={here ? 'page' : undefined}>
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}

const Navigation = () => (
  <nav aria-label="Console">
    <ul>
      {workPlaces().map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
    </ul>
    <ul>
      {peoplePlaces().map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
      <li>
        <a href={`${sitePath}/`} target="_blank" rel="noreferrer">
          <Icon name="external" />
          View the calendar
        </a>
      </li>
    </ul>
  </nav>
);

const leaving = () => inBackground(signOut());

/** Whoever goes to another place begins to read there. */
function useArrival(main: RefObject<HTMLElement>, place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    // A page may have put the focus where it is wanted.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [place, main]);
}

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const side = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const here = address.value;
  // Another place closes the menu.
  useEffect(() => setOpen(false), [here]);
  useArrival(main, here.parts.join('/'));
  useEffect(() => {
    if (open) side.current?.querySelector<HTMLElement>('a')?.focus();
  }, [open]);
  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <IconButton
          class="top-menu"
          icon={open ? 'close' : 'menu'}
          label={open ? 'Close the menu' : 'Open the menu'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <a class="brand" href={hrefOf('')}>
          <img src={`${sitePath}/favicon.svg`} width="26" height="26" alt="" />
          Almanac
        </a>
      </header>
      <aside ref={side} class={open ? 'side open' : 'side'}>
        <Navigation />
        <div class="side-foot">
          <span class="who">
            <strong>{session.value?.user}</strong>
            <span>{session.value?.role}</span>
          </span>
          <IconButton icon={other} label={`Use ${other} theme`} onClick={toggleTheme} />
          <IconButton icon="signOut" label="Sign out" onClick={leaving} />
        </div>
      </aside>
      <main ref={main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
