// Uploads that widgets of a form have under way: a save waits for them.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Uploads {
  /** A save waits for an upload. */
  readonly isAwaited: boolean;
  readonly upload: (work: () => Promise<void>) => Promise<void>;
  /** Resolves after the render that has all uploads; to false if one failed, or if a save is waiting already. */
  readonly uploaded: () => Promise<boolean>;
}

export function useUploads(): Uploads {
  const [running, setRunning] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const resolve = useRef<(succeeded: boolean) => void>();
  const release = (succeeded: boolean) => {
    resolve.current?.(succeeded);
    resolve.current = undefined;
    setAwaited(false);
  };
  useLayoutEffect(() => {
    if (running === 0) release(true);
  }, [running]);
  return {
    isAwaited,
    upload: async (work) => {
      setRunning((count) => count + 1);
      // The widget shows its error.
      await work().catch(() => release(false));
      setRunning((count) => count - 1);
    },
    uploaded: async () => {
      if (running === 0) return true;
      if (resolve.current) return false;
      setAwaited(true);
      return new Promise((settle) => {
        resolve.current = settle;
      });
    },
  };
}
