// Root component: loads the API document and the session, then shows the sign-in page or the current page.
import { useErrorBoundary } from 'preact/hooks';
import { loadContract } from './api/contract';
import { expiredUser, resume, session } from './api/session';
import { isPeoplePage } from './people/paths';
import { address } from './router';
import { loadSetup, setup, takeCode } from './setup/setup-api';
import { Frame } from './shell/frame';
import { Page } from './shell/page';
import { SignInAgain, SignInPage } from './shell/sign-in';
import { texts } from './shell/texts';
import { Dialogs } from './ui/dialog';
import { lazy } from './ui/lazy';
import { useLoaded } from './ui/load';
import { Failure, Loading } from './ui/state';
import { Toasts } from './ui/toast';

const PeoplePage = lazy(async () => (await import('./people/page')).PeoplePage);
const SetupPage = lazy(async () => (await import('./setup/page')).SetupPage);

/** Only a visitor without a session can be the first one. */
async function resumeOrSetUp(): Promise<void> {
  await resume();
  if (!session.value) await loadSetup();
}

const start = async (): Promise<true> => {
  takeCode();
  await Promise.all([loadContract(), resumeOrSetUp()]);
  return true;
};

export function App() {
  const started = useLoaded(start, []);
  // A component that throws while rendering must not leave a blank page.
  const [error] = useErrorBoundary();
  if (error) return <Failure error={error} retry={() => location.reload()} />;
  return (
    <>
      <Shown {...started} />
      {session.value && expiredUser.value !== undefined && <SignInAgain user={expiredUser.value} />}
      <Dialogs />
      <Toasts />
    </>
  );
}

function Shown({ value, error, reload }: ReturnType<typeof useLoaded<true>>) {
  if (error) return <Failure error={error} retry={reload} />;
  if (!value) return <Loading label={texts().starting} lines={3} />;
  if (setup.value?.open) return <SetupPage />;
  // Reached by a mailed link or from the sign-in page, signed in or not.
  const [first = ''] = address.value.parts;
  if (isPeoplePage(first) && (!session.value || first !== 'forgot')) return <PeoplePage name={first} />;
  if (!session.value) return <SignInPage />;
  return (
    <Frame>
      {/* Another user starts with fresh state. */}
      <Page key={session.value.id} />
    </Frame>
  );
}
