// The address of a page as a QR code, for posters and flyers.
import { ButtonLink } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { ask, Dialog } from '../ui/dialog';
import { QrImage, svgUrl } from '../ui/qr-image';
import { texts } from './texts';

export async function showQrCode(name: string, url: string): Promise<void> {
  const { renderSVG } = await import('uqr');
  // A light margin of four modules is part of the code: scanners need it on dark paper.
  const svg = renderSVG(url, { border: 4 });
  await ask((close) => (
    <Dialog
      title={texts().qrCodeOf(name)}
      size="small"
      onClose={close}
      footer={
        <>
          <CopyButton text={url} label={texts().copyLink} />
          <ButtonLink kind="primary" href={svgUrl(svg)} download="qr-code.svg">
            {texts().download}
          </ButtonLink>
        </>
      }
    >
      <div class="qr-page">
        <QrImage svg={svg} alt={texts().qrCodeFor(url)} />
        <a href={url} target="_blank" rel="noopener">
          {url}
        </a>
      </div>
    </Dialog>
  ));
}
