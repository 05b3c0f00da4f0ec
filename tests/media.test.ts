// The image library: uploads, processing, permissions and serving, on both mounts and on the
// WordPress media route.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { expectRefusal, mounts, prefixes, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { asFile, bytesAt, drawn, fetchFile, keptNames, multipart, png, stored, upload } from './harness/pictures.js';
import { baseUrl, useWorld, word } from './harness/world.js';

const refusedFile = { statusCode: 400, code: 'rest_invalid_param', params: ['file'] };

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('uploading', () => {
    test.each(mounts)('a file as the body returns the whole record on the %s mount', async (on) => {
      const reply = await upload(world, await png(400, 300), { on, name: 'The fair.png' });
      const { id, url, filesize, sizes } = reply.body;
      expect(reply.statusCode).toBe(201);
      expect(reply.headers.get('location')).toBe(`${baseUrl}${prefixes[on]}/media/${id}`);
      const [, stem] = /^https:\/\/calendar\.example\/media\/([0-9a-f]{40})\.png$/.exec(url) ?? [];
      const size = (width: number, height: number) => ({
        width,
        height,
        'mime-type': 'image/png',
        filesize: expect.any(Number),
        url: `${baseUrl}/media/${stem}-${width}x${height}.png`,
      });
      expect(reply.body).toEqual({
        url,
        id,
        extension: 'png',
        width: 400,
        height: 300,
        filesize: (await bytesAt(world, url)).length,
        sizes: { medium: size(300, 225), thumbnail: size(150, 150) },
        title: 'The fair',
        alt_text: '',
        caption: '',
        mime_type: 'image/png',
        author: String(world.people.author.id),
        date: '2027-06-15 11:30:00',
        date_utc: '2027-06-15 15:30:00',
        modified: '2027-06-15 11:30:00',
        modified_utc: '2027-06-15 15:30:00',
        source_url: url,
      });
      expect(filesize).toBeGreaterThan(0);
      expect(sizes.medium.filesize).toBe((await bytesAt(world, sizes.medium.url)).length);
      expect(await world.get(`/media/${id}`, { as: 'author', on })).toEqual(reply.body);
      const list = await world.get('/media?per_page=100', { as: 'contributor', on });
      expect(list.media.find((item: { id: number }) => item.id === id)).toEqual(reply.body);
      expect(Object.keys(list).slice(-2)).toEqual(['total', 'total_pages']);
    });

    test('multipart forms can include the texts', async () => {
      const file = asFile(await png(90, 60), 'Café.png');
      const texts = { title: 'Our <b>fair</b>', alt_text: 'Stalls', caption: 'By <a href="javascript:x">Ada</a>' };
      const reply = await world.ask('POST /media', { as: 'author', ...(await multipart({ file, ...texts })) });
      expect(reply.body, reply.text).toMatchObject({ title: 'Our fair', alt_text: 'Stalls', width: 90, height: 60 });
      expect(reply.body.caption).not.toMatch(/javascript/);
      expect('sizes' in reply.body).toBe(false);
      const named = await world.ask('POST /media', {
        as: 'author',
        ...(await multipart({ file: asFile(await png(91, 60), 'Café.png') })),
      });
      expect(named.body.title).toBe('Café');
    });

    test.each([
      ["attachment; filename*=UTF-8''F%C3%AAte%00%0A.png", 'Fête'],
      ['attachment; filename="../../etc/pass.wd.png"', 'pass.wd'],
      ['attachment; filename="C:\\\\pictures\\\\fair.png"', 'fair'],
      ['attachment; filename="<img src=x onerror=alert(1)>fair.png"', 'fair'],
      ["attachment; filename*=UTF-8''%ff%fe", ''],
      ['inline', ''],
    ])('the name in %j becomes the title %j', async (disposition, title) => {
      const headers = { 'content-type': 'image/png', 'content-disposition': disposition };
      const reply = await world.ask('POST /media', { as: 'author', raw: await png(12, 12), headers });
      expect([reply.statusCode, reply.body.title]).toEqual([201, title]);
    });

    test('accepts a data URL in JSON, and texts in the query of a plain file', async () => {
      const file = `data:image/png;base64,${(await png(20, 20)).toString('base64')}`;
      const made = await world.send('POST /media', { file, title: 'As text' }, { as: 'author' });
      expect(made).toMatchObject({ title: 'As text', width: 20 });
      const reply = await upload(world, await png(21, 20), { query: '?alt_text=Stalls' });
      expect(reply.body.alt_text).toBe('Stalls');
    });

    test('the texts can be changed, the file cannot', async () => {
      const { id, modified: _, modified_utc: __, ...made } = await stored(world);
      const other = await world.send(`PATCH /media/${id}`, { alt_text: 'Sun', caption: 'By Ada' }, { as: 'author' });
      expect(other).toMatchObject({ ...made, alt_text: 'Sun', caption: '<p>By Ada</p>' });
      const reply = await world.ask(`PUT /media/${id}`, {
        as: 'author',
        raw: await png(10, 10),
        headers: { 'content-type': 'image/png' },
      });
      expectRefusal(reply, refusedFile);
    });

    test('the list is searched in title and alternative text, the newest first, and not in the name of the file', async () => {
      const first = await stored(world, undefined, { name: 'quokka-lake.png' });
      const second = await stored(world, undefined, { name: 'b.png', query: '?alt_text=A%20Quokka' });
      await stored(world, undefined, { name: 'quokka-secret.png', query: '?title=Other' });
      const { media, total } = await world.get('/media?search=quokka', { as: 'editor' });
      expect([total, media.map(({ id }: { id: number }) => id)]).toEqual([2, [second.id, first.id]]);
      expectRefusal(await world.ask('GET /media?page=999', { as: 'editor' }), {
        statusCode: 404,
        code: 'media-archive-page-not-found',
      });
    });

    test.each(mounts)(
      'the same file sent again is a record of its own with shared files, on the %s mount',
      async (on) => {
        const bytes = await png(200, 200);
        const before = await keptNames(world);
        const replies = await Promise.all([1, 2, 3, 4].map(() => upload(world, bytes, { on })));
        expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
        expect(new Set(replies.map(({ body }) => body.id)).size).toBe(4);
        const again = await upload(world, bytes, { on, as: 'editor', name: 'other.png', query: '?title=Other' });
        const first = replies[0]?.body;
        expect(again.body).toMatchObject({ title: 'Other', author: String(world.people.editor.id), url: first.url });
        expect((await world.get(`/media/${first.id}`, { as: 'author', on })).title).toBe('fair');
        expect((await keptNames(world)).length - before.length).toBe(2);
      },
    );

    test('the URL of a stored image creates a separate record', async () => {
      const first = await stored(world, undefined, { name: 'first.png' });
      const second = await world.send('POST /media', { file: first.url, title: 'Second' }, { as: 'author' });
      expect(second).toMatchObject({ title: 'Second', url: first.url, sizes: first.sizes });
      expect(second.id).not.toBe(first.id);
      const named = await world.event({ image: first.url });
      expect(named.image.id).toBe(first.id);
    });

    test('rejects an empty file, text, and more than 20 MiB', async () => {
      expectRefusal(await world.ask('POST /media', { as: 'author' }), {
        statusCode: 400,
        code: 'rest_missing_callback_param',
        params: ['file'],
      });
      expectRefusal(await world.ask('POST /media', { as: 'author', body: { file: 'no file' } }), refusedFile);
      expectRefusal(await world.ask('POST /media', { as: 'author', body: { file: 7 } }), refusedFile);
      const reply = await upload(world, Buffer.alloc(20 * 1_048_576 + 1));
      expectRefusal(reply, { statusCode: 413, code: 'rest_body_too_large' });
      expect(reply.body.message).toContain('20 MiB');
      const headers = { 'content-type': 'application/json' };
      const event = await world.ask('POST /events', { as: 'author', raw: Buffer.alloc(1_048_577, ' '), headers });
      expect([event.statusCode, event.body.message]).toEqual([413, 'Request body too large. The limit is 1 MiB.']);
    });

    test('other records accept multipart forms', async () => {
      const form = await multipart({
        title: 'In parts',
        start_date: '2027-07-01 10:00',
        end_date: '2027-07-01 12:00',
        'tags[]': 'parts',
        'venue[venue]': 'Parts Hall',
      });
      const reply = await world.ask('POST /events', { as: 'editor', ...form });
      expect(reply.body, reply.text).toMatchObject({
        title: 'In parts',
        tags: [{ name: 'parts' }],
        venue: { venue: 'Parts Hall' },
      });
      const part = '--y\r\nContent-Disposition: form-data; name="a"\r\n';
      const headers = { 'content-type': 'multipart/form-data; boundary=y' };
      const unruly = ['x', part, `${part}\r\n`.repeat(201), `${part}${'x: y\r\n'.repeat(1_000)}`, '--y'.repeat(9_999)];
      for (const raw of unruly) {
        const refused = await world.ask('POST /events', { as: 'editor', raw, headers });
        expectRefusal(refused, { statusCode: 400, code: 'rest_bad_request' });
      }
      const unbounded = { raw: part, headers: { 'content-type': 'multipart/form-data' } };
      expectRefusal(await world.ask('POST /events', { as: 'editor', ...unbounded }), {
        statusCode: 400,
        code: 'rest_bad_request',
      });
    });
  });

  describe('processing', () => {
    const formats = [
      ['jpg', 'image/jpeg', () => drawn(1600, 1200).jpeg()],
      ['png', 'image/png', () => drawn(1600, 1200).png()],
      ['webp', 'image/webp', () => drawn(1600, 1200).webp()],
      ['gif', 'image/gif', () => drawn(1600, 1200).gif()],
      ['avif', 'image/avif', () => drawn(1600, 1200).avif({ effort: 0 })],
    ] as const;

    test.each(formats)('%s keeps its format, in full size and four variants', async (extension, type, draw) => {
      const made = await stored(world, await draw().toBuffer(), { type: 'application/octet-stream' });
      expect(made).toMatchObject({ extension, mime_type: type, width: 1600, height: 1200 });
      const wanted = { medium: [300, 225], large: [1024, 768], thumbnail: [150, 150], medium_large: [768, 576] };
      expect(Object.keys(made.sizes).sort()).toEqual(Object.keys(wanted).sort());
      for (const [name, [width, height]] of [['full', [1600, 1200]] as const, ...Object.entries(wanted)]) {
        const url = name === 'full' ? made.url : made.sizes[name].url;
        const response = await fetchFile(world, url);
        expect(response.headers.get('content-type')).toBe(type);
        const image = sharp(Buffer.from(await response.arrayBuffer()));
        expect(await image.metadata(), name).toMatchObject({ width, height });
        const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const at = (x: number) => [...data.subarray((info.width * 20 + x) * info.channels).subarray(0, 3)];
        const [left = [], right = []] = [at(20), at(info.width - 20)];
        expect(Math.min(left[0] ?? 0, right[2] ?? 0), `${name} is red and blue`).toBeGreaterThan(200);
        expect(Math.max(left[2] ?? 0, right[0] ?? 0), `${name} is red and blue`).toBeLessThan(60);
      }
    });

    test.each([
      [150, 150, undefined],
      [151, 100, { thumbnail: [150, 100] }],
      [301, 100, { medium: [300, 100], thumbnail: [150, 100] }],
      [100, 1100, { medium: [27, 300], large: [93, 1024], thumbnail: [100, 150] }],
    ])('%i × %i gets only smaller variants', async (width, height, wanted) => {
      const { sizes } = await stored(world, await png(width, height));
      const found = sizes && Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, extent(size)]));
      expect(found).toEqual(wanted);
    });
    const extent = (size: unknown) => {
      const { width, height } = size as { width: number; height: number };
      return [width, height];
    };

    test('strips EXIF metadata and applies the orientation', async () => {
      const bytes = await drawn(400, 200)
        .jpeg({ quality: 95 })
        .withExif({ IFD0: { Artist: 'Secret Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret place</x:xmpmeta>')
        .withIccProfile('p3')
        .toBuffer();
      expect((await sharp(bytes).metadata()).orientation).toBe(6);
      const made = await stored(world, bytes, { type: 'image/jpeg', name: 'phone.jpg' });
      expect(made).toMatchObject({ width: 200, height: 400 });
      for (const url of [made.url, made.sizes.medium.url, made.sizes.thumbnail.url]) {
        const kept = await bytesAt(world, url);
        const { exif, xmp, icc, orientation, space, width = 0, height = 0 } = await sharp(kept).metadata();
        expect({ exif, xmp, icc, orientation, space }).toEqual({ space: 'srgb' });
        expect(kept.includes('Secret')).toBe(false);
        const { data } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
        const top = data.subarray((10 * width + 10) * 3);
        const bottom = data.subarray(((height - 10) * width + 10) * 3);
        expect([(top[0] ?? 0) > 200, (bottom[2] ?? 0) > 200]).toEqual([true, true]);
      }
    });

    const moving = async (frames: number, size: number, type: 'gif' | 'webp') => {
      // Frames that are alike would be joined to one.
      const colours = Array.from({ length: frames }, (_, at) => ['red', 'lime', 'blue', 'white'][at % 4]);
      const pictures = await Promise.all(colours.map((colour) => drawn(size, size, colour, colour).png().toBuffer()));
      return sharp(pictures, { join: { animated: true } })
        [type]({ delay: pictures.map(() => 100) })
        .toBuffer();
    };

    test.each(['gif', 'webp'] as const)('an animated %s stays animated in full size only', async (type) => {
      const made = await stored(world, await moving(3, 200, type), { type: `image/${type}` });
      expect(made).toMatchObject({ width: 200, height: 200, extension: type });
      expect((await sharp(await bytesAt(world, made.url), { animated: true }).metadata()).pages).toBe(3);
      const thumbnail = await sharp(await bytesAt(world, made.sizes.thumbnail.url), { animated: true }).metadata();
      expect(thumbnail).toMatchObject({ width: 150, height: 150 });
      expect(thumbnail.pages ?? 1).toBe(1);
    });

    test('a very long animation becomes its first frame', async () => {
      const made = await stored(world, await moving(301, 8, 'gif'), { type: 'image/gif' });
      expect((await sharp(await bytesAt(world, made.url), { animated: true }).metadata()).pages ?? 1).toBe(1);
    });

    test('removes data hidden in or after an image', async () => {
      const script = '<script>alert(document.domain)</script>';
      const zip = Buffer.from('PK\u0003\u0004hidden.html', 'latin1');
      for (const [type, draw] of [
        ['image/gif', drawn(60, 60).gif()],
        ['image/jpeg', drawn(60, 60).jpeg()],
        ['image/png', drawn(60, 60).png()],
      ] as const) {
        const clean = await draw.toBuffer();
        const made = await stored(world, Buffer.concat([clean, Buffer.from(script), zip]), { type });
        const kept = await bytesAt(world, made.url);
        expect(kept.includes('<script')).toBe(false);
        expect(kept.includes(zip)).toBe(false);
      }
      // A comment inside: a GIF that is a script as well.
      const commented = await drawn(60, 60).png().toBuffer();
      const chunk = Buffer.from(`tEXtComment\0${script}`, 'latin1');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length - 4);
      const polyglot = Buffer.concat([commented.subarray(0, 33), length, chunk, crc(chunk), commented.subarray(33)]);
      const made = await stored(world, polyglot);
      expect((await bytesAt(world, made.url)).includes('<script')).toBe(false);
    });

    const crc = (bytes: Buffer): Buffer => {
      let value = 0xffffffff;
      for (const byte of bytes) {
        value ^= byte;
        for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
      }
      const out = Buffer.alloc(4);
      out.writeUInt32BE((value ^ 0xffffffff) >>> 0);
      return out;
    };

    /** The head of a PNG that claims to be enormous. */
    const claiming = async (width: number, height: number): Promise<Buffer> => {
      const bytes = Buffer.from(await png(4, 4));
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      crc(bytes.subarray(12, 29)).copy(bytes, 29);
      return bytes;
    };

    test('rejects unsupported files and stores nothing', async () => {
      const before = await keptNames(world);
      const total = (await world.get('/media', { as: 'editor' })).total;
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
      const sound = await png(50, 50);
      const tiff = await drawn(50, 50).tiff().toBuffer();
      const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), await drawn(50, 50).jpeg().toBuffer()]);
      const bomb = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: 'black' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(2_000_000);
      const files: Readonly<Record<string, Buffer>> = {
        svg: Buffer.from(svg),
        'svg with a declaration': Buffer.from(`<?xml version="1.0"?>${svg}`),
        html: Buffer.from('<!doctype html><script>alert(1)</script>'),
        'html behind a GIF word': Buffer.from('GIF89a/*<script>alert(1)</script>*/'),
        text: Buffer.from('hello'),
        pdf,
        tiff,
        'half a picture': sound.subarray(0, sound.length / 2),
        'a head alone': sound.subarray(0, 40),
        bomb,
        'a claim of 2^31 pixels a side': await claiming(2 ** 31 - 1, 2 ** 31 - 1),
        'a very long line': await claiming(2_000_000, 1),
      };
      for (const [name, bytes] of Object.entries(files)) {
        const reply = await upload(world, bytes);
        expect([name, reply.statusCode, reply.body.data.params?.file], reply.text).toEqual([
          name,
          400,
          expect.stringMatching(/\S/),
        ]);
        expectRefusal(reply, refusedFile);
      }
      expect(await keptNames(world)).toEqual(before);
      expect((await world.get('/media', { as: 'editor' })).total).toBe(total);
    });
  });

  describe('permissions', () => {
    const outcome = ({ statusCode, body }: { statusCode: number; body: { code?: string } }) =>
      statusCode < 400 ? statusCode : `${statusCode} ${body.code}`;
    const table: Readonly<Record<Who, Readonly<Record<string, unknown>>>> = {
      anonymous: {
        sends: '401 rest_forbidden',
        sees: 'all',
        reads: 200,
        removes: '401 rest_forbidden',
      },
      subscriber: {
        sends: '403 rest_forbidden',
        sees: 'all',
        reads: 200,
        removes: '403 rest_forbidden',
      },
      contributor: { sends: '403 rest_forbidden', sees: 'all', reads: 200, removes: '403 rest_forbidden' },
      author: { sends: 201, sees: 'all', reads: 200, removes: '403 rest_forbidden' },
      editor: { sends: 201, sees: 'all', reads: 200, removes: 200 },
      administrator: { sends: 201, sees: 'all', reads: 200, removes: 200 },
    };

    test.each(mounts.flatMap((on) => (Object.keys(table) as Who[]).map((who) => [who, on] as const)))(
      'the %s on the %s mount',
      async (who, on) => {
        const name = word('unused');
        const { id } = await stored(world, undefined, { as: 'administrator', name: `${name}.png` });
        const all = (await world.get(`/media?search=${name}`, { as: 'editor' })).total;
        const { total } = await world.get(`/media?search=${name}`, { as: who, on });
        const sees = total === all ? 'all' : total;
        const reads = outcome(await world.ask(`GET /media/${id}`, { as: who, on }));
        const changes = outcome(await world.ask(`PATCH /media/${id}`, { as: who, on, body: { title: 'x' } }));
        const removes = outcome(await world.ask(`DELETE /media/${id}`, { as: who, on }));
        const sends = outcome(await upload(world, await png(30, 30), { as: who, on }));
        expect({ sends, sees, reads, removes }).toEqual(table[who]);
        expect(changes).toBe(removes);
      },
    );

    test('authors change and remove their own', async () => {
      const { id } = await stored(world);
      expect((await world.ask(`PATCH /media/${id}`, { as: 'author', body: { title: 'Mine' } })).statusCode).toBe(200);
      expect((await world.ask(`DELETE /media/${id}`, { as: 'author' })).body.title).toBe('Mine');
      expectRefusal(await world.ask(`GET /media/${id}`, { as: 'author' }), {
        statusCode: 404,
        code: 'rest-media-not-found',
      });
    });

    test('rejects callers without permission before reading a large body', async () => {
      const bytes = Buffer.alloc(1_048_577);
      expectRefusal(await upload(world, bytes, { as: 'contributor' }), { statusCode: 403, code: 'rest_forbidden' });
      expectRefusal(await upload(world, bytes, { as: 'anonymous' }), { statusCode: 401, code: 'rest_forbidden' });
    });
  });

  describe('removing', () => {
    test('removes the files', async () => {
      const { id, url, sizes } = await stored(world);
      const gone = [url, sizes.medium.url, sizes.thumbnail.url];
      for (const file of gone) expect((await fetchFile(world, file)).status).toBe(200);
      await world.send(`DELETE /media/${id}`, {});
      for (const file of gone) expect((await fetchFile(world, file)).status).toBe(404);
    });

    test('keeps files that other records share', async () => {
      const bytes = await png(220, 120);
      const first = await stored(world, bytes);
      const second = await stored(world, bytes, { query: '?title=Second' });
      const [one, other] = [await world.event({ image: first.id }), await world.event({ image: second.id })];
      await world.send(`DELETE /media/${first.id}`, {});
      for (const file of [first.url, first.sizes.thumbnail.url]) {
        expect((await fetchFile(world, file)).status).toBe(200);
      }
      expect((await world.get(`/events/${one.id}`)).image).toBe(false);
      expect((await world.get(`/events/${other.id}`)).image.url).toBe(second.url);
      await world.send(`DELETE /media/${second.id}`, {});
      expect((await fetchFile(world, second.url)).status).toBe(404);
    });

    test('concurrent with an upload of the same file leaves no record without files', async () => {
      const bytes = await png(200, 120);
      let { id } = await stored(world, bytes);
      for (let round = 0; round < 10; round++) {
        const [, sent] = await Promise.all([world.ask(`DELETE /media/${id}`, { as: 'editor' }), upload(world, bytes)]);
        expect(sent.statusCode).toBe(201);
        const files = [sent.body.url, sent.body.sizes.thumbnail.url];
        for (const file of files) expect((await fetchFile(world, file)).status).toBe(200);
        id = sent.body.id;
      }
    });
  });

  describe('serving', () => {
    test('has the exact type, an immutable cache lifetime and a CSP without permissions', async () => {
      const { url } = await stored(world);
      const response = await fetchFile(world, url);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      const etag = response.headers.get('etag') ?? '';
      const again = await fetchFile(world, url, { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      const head = await fetchFile(world, url, { method: 'HEAD' });
      const length = String((await response.arrayBuffer()).byteLength);
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, '']);
    });

    test('cuts the shapes that search engines ask for, which the data of an event names', async () => {
      const dataOf = async (image: number) => {
        const { id } = await world.event({ image });
        return (await world.get(`/events/${id}`)).json_ld;
      };
      const wide = await stored(world, await png(1_000, 500));
      const { image: urls } = await dataOf(wide.id);
      expect(urls).toEqual([
        wide.url,
        ...['16x9', '4x3', '1x1'].map((shape) => wide.url.replace('/media/', `/media/${shape}/`)),
      ]);
      const sizes = [];
      for (const url of urls.slice(1)) {
        const response = await fetchFile(world, url);
        const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
        sizes.push([response.headers.get('content-type'), format, width, height]);
        const etag = response.headers.get('etag') ?? '';
        const again = await fetchFile(world, url, { headers: { 'if-none-match': etag } });
        expect([again.status, again.headers.get('cache-control')]).toEqual([
          304,
          'public, max-age=31536000, immutable',
        ]);
      }
      expect(sizes).toEqual([
        ['image/jpeg', 'jpeg', 889, 500],
        ['image/jpeg', 'jpeg', 667, 500],
        ['image/jpeg', 'jpeg', 500, 500],
      ]);
      const same = await stored(world, await png(800, 600));
      expect((await dataOf(same.id)).image).not.toContain(same.url.replace('/media/', '/media/4x3/'));
      const small = await stored(world, await png(90, 60));
      expect((await dataOf(small.id)).image).toEqual([small.url]);

      const paths = [`2x1/${wide.url.slice(-44)}`, `1x1/${wide.sizes.medium.url.split('/').at(-1)}`, '1x1/almanac.db'];
      await world.send(`DELETE /media/${wide.id}?force=true`, {}, { as: 'administrator' });
      for (const path of [...paths, `1x1/${wide.url.slice(-44)}`])
        expect([path, (await fetch(`${world.address}/media/${path}`)).status]).toEqual([path, 404]);
    });

    test.each([
      'almanac.db',
      '../almanac.db',
      '..%2falmanac.db',
      '%2e%2e%2falmanac.db',
      '..%5calmanac.db',
      'aa/../../almanac.db',
      `${'a'.repeat(40)}.png`,
      `${'a'.repeat(40)}.svg`,
      `${'a'.repeat(40)}.png%00`,
      `${'A'.repeat(40)}.png`,
      'unfinished',
      '',
    ])('%j is no file', async (name) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${world.address}/media/${name}`, { method });
        expect(response.status).toBe(404);
        if (method === 'GET') expect(await response.json()).toMatchObject({ code: 'rest_no_route' });
      }
    });
  });

  describe('the WordPress media route', () => {
    const at = '//wp-json/wp/v2/media';
    const send = async (as: Who, bytes: Buffer) =>
      world.ask(`POST ${at}`, {
        as,
        raw: bytes,
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=fair.png' },
      });

    test('creates, lists, shows and removes in the WordPress format', async () => {
      const reply = await send('author', await png(400, 300));
      const { id, source_url } = reply.body;
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([201, `${baseUrl}/wp-json/wp/v2/media/${id}`]);
      const file = source_url.split('/').at(-1);
      const size = (width: number, height: number, name: string) => ({
        file: name,
        width,
        height,
        mime_type: 'image/png',
        source_url: `${baseUrl}/media/${name}`,
      });
      const stem = file.replace('.png', '');
      expect(reply.body).toEqual({
        id,
        date: '2027-06-15T11:30:00',
        date_gmt: '2027-06-15T15:30:00',
        guid: { rendered: source_url },
        modified: '2027-06-15T11:30:00',
        modified_gmt: '2027-06-15T15:30:00',
        slug: expect.stringMatching(/^fair-\d+$/),
        status: 'inherit',
        type: 'attachment',
        link: `${baseUrl}/?attachment_id=${id}`,
        title: { raw: 'fair', rendered: 'fair' },
        author: world.people.author.id,
        featured_media: 0,
        comment_status: 'closed',
        ping_status: 'closed',
        template: '',
        meta: [],
        description: { rendered: '' },
        caption: { raw: '', rendered: '' },
        alt_text: '',
        media_type: 'image',
        mime_type: 'image/png',
        media_details: {
          width: 400,
          height: 300,
          file,
          filesize: expect.any(Number),
          sizes: {
            medium: size(300, 225, `${stem}-300x225.png`),
            thumbnail: size(150, 150, `${stem}-150x150.png`),
            full: size(400, 300, file),
          },
        },
        post: null,
        source_url,
        filename: file,
        filesize: expect.any(Number),
        _links: {
          self: [{ href: `${baseUrl}/wp-json/wp/v2/media/${id}` }],
          collection: [{ href: `${baseUrl}/wp-json/wp/v2/media` }],
          about: [{ href: `${baseUrl}/wp-json/wp/v2/types/attachment` }],
        },
      });
      const shown = { ...reply.body, title: { rendered: 'fair' }, caption: { rendered: '' } };
      expect((await world.ask(`GET ${at}/${id}`, { as: 'author' })).body).toEqual(shown);
      expect((await world.ask(`GET ${at}/${id}?context=edit`, { as: 'author' })).body).toEqual(reply.body);
      const list = await world.ask(`GET ${at}?per_page=1&search=fair`, { as: 'author' });
      expect(list.body).toEqual([shown]);
      expect(Number(list.headers.get('x-wp-total'))).toBeGreaterThan(0);
      expect((await world.ask(`GET ${at}?include=${id}`)).body).toEqual([shown]);
      const changed = await world.ask(`POST ${at}/${id}`, { as: 'author', body: { alt_text: 'Sun' } });
      expect(changed.body.alt_text).toBe('Sun');
      const removed = await world.ask(`DELETE ${at}/${id}?force=true`, { as: 'author' });
      expect(removed.body).toEqual({ deleted: true, previous: changed.body });
    });

    test('has the same permissions, and exists with the drop-in mount only', async () => {
      expectRefusal(await send('contributor', await png(9, 9)), { statusCode: 403, code: 'rest_forbidden' });
      expectRefusal(await send('anonymous', await png(9, 9)), { statusCode: 401, code: 'rest_forbidden' });
      const through = await world.ask('GET //?rest_route=/wp/v2/media', { as: 'editor' });
      expect(Array.isArray(through.body)).toBe(true);
    });
  });
});
