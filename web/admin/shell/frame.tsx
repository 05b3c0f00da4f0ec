// The layout of every page: header, navigation and the signed-in user.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { humanised } from '../api/label';
import { sitePath } from '../api/paths';
import { session, signOut } from '../api/session';
import { Find } from '../find/find';
import { refreshReviewCount } from '../review/count';
import { address, hrefOf } from '../router';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { inBackground } from '../ui/toast';
import { brand } from './brand';
import { accountItems, contentItems, type NavigationItem } from './navigation';
import { texts } from './texts';
import { theme, toggleTheme } from './theme';

/** Larger numbers would not fit. */
const maxCount = 99;

function NavigationLink({ to, label, icon, count = 0 }: NavigationItem) {
  const [first = ''] = address.value.parts;
  const here = to === `/${first}` || (first === '' && to === contentItems()[0]?.to);
  return (
    <li>
      <a href={hrefOf(to)} aria-current={here ? 'page' : undefined}>
        <Icon name={icon} />
        {label}
        {count > 0 && (
          <>
            {' '}
            <span class="count">{count > maxCount ? `${maxCount}+` : count}</span>
          </>
        )}
      </a>
    </li>
  );
}

const Navigation = () => (
  <nav aria-label={texts().navigation}>
    <ul>
      {contentItems().map((item) => (
        <NavigationLink key={item.to} {...item} />
      ))}
    </ul>
    <ul>
      {accountItems().map((item) => (
        <NavigationLink key={item.to} {...item} />
      ))}
      <li>
        <a href={`${sitePath}/`} target="_blank" rel="noreferrer">
          <Icon name="external" />
          {texts().viewCalendar}
        </a>
      </li>
    </ul>
  </nav>
);

/** The logo, or icon and name. A logo without one for dark pages gets a light plate there, as on the site. */
function SiteBrand() {
  const { name, logo, logoDark, icon } = brand.value;
  const isDark = theme.value === 'dark';
  if (logo)
    return <img class={isDark && !logoDark ? 'logo plate' : 'logo'} src={(isDark && logoDark) || logo} alt={name} />;
  return (
    <>
      <img src={icon} width="26" height="26" alt="" />
      <span class="brand-name">{name}</span>
    </>
  );
}

const onSignOut = () => inBackground(signOut());

/** Moves the focus to the content after navigation, so that screen readers and the Tab key continue there. */
function useFocusOnNavigation(main: RefObject<HTMLElement>, path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    // The page may already have set the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const side = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const here = address.value;
  // Navigation closes the menu.
  useEffect(() => setOpen(false), [here]);
  useEffect(refreshReviewCount, [here.parts.join('/')]);
  useFocusOnNavigation(main, here.parts.join('/'));
  useEffect(() => {
    if (open) side.current?.querySelector<HTMLElement>('a')?.focus();
  }, [open]);
  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {texts().skip}
      </a>
      <header class="top">
        <IconButton
          class="top-menu"
          icon={open ? 'close' : 'menu'}
          label={open ? texts().closeMenu : texts().openMenu}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <a class="brand" href={hrefOf('')}>
          <SiteBrand />
        </a>
        <Find />
      </header>
      <aside ref={side} class={open ? 'side open' : 'side'}>
        <Navigation />
        <div class="side-foot">
          <span class="who">
            <strong>{session.value?.user}</strong>
            <span>{humanised(session.value?.role ?? '')}</span>
          </span>
          <IconButton
            icon={other}
            label={other === 'light' ? texts().lightTheme : texts().darkTheme}
            onClick={toggleTheme}
          />
          <IconButton icon="signOut" label={texts().signOut} onClick={onSignOut} />
        </div>
      </aside>
      <main ref={main} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
