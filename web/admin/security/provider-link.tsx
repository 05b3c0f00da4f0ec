// Sign-in by the OpenID Connect provider, if there is one.
import { provider, sitePath } from '../api/paths';
import { ButtonLink } from '../ui/button';
import { texts } from './texts';
import './security.css';

export function ProviderLink() {
  if (!provider) return null;
  return (
    <div class="sign-in-provider">
      <p class="quiet-text">{texts().or}</p>
      <ButtonLink href={`${sitePath}/auth/oidc/start`}>{texts().signInWith(provider)}</ButtonLink>
    </div>
  );
}
