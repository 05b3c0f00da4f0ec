// The whole console: starting, signing in, and the page of the present address.
import { useErrorBoundary } from 'preact/hooks';
import { loadContract } from './api/contract';
import { interrupted, resume, session } from './api/session';
import { Frame } from './shell/frame';
import { Page } from './shell/page';
import { SignInAgain, SignInPage } from './shell/sign-in';
import { Questions } from './ui/dialog';
import { useLoaded } from './ui/load';
import { Failure, Loading } from './ui/state';
import { Toasts } from './ui/toast';

const start = async (): Promise<true> => {
  await Promise.all([loadContract(), resume()]);
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
      {session.value && interrupted.value !== undefined && <SignInAgain user={interrupted.value} />}
      <Questions />
      <Toasts />
    </>
  );
}

function Shown({ value, error, reload }: ReturnType<typeof useLoaded<true>>) {
  if (error) return <Failure error={error} retry={reload} />;
  if (!value) return <Loading label="Starting" lines={3} />;
  if (!session.value) return <SignInPage />;
  return (
    <Frame>
      {/* Somebody else at the same place begins anew. */}
      <Page key={session.value.id} />
    </Frame>
  );
}
