/** Verifies a message in Node.js without a library. docs/webhooks.md has the same. */
export const snippet = `import { createHmac, timingSafeEqual } from "node:crypto";

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

// \`body\` is the text of the request, before it is parsed.
export function verify(headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('too old');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const signatures = headers['webhook-signature'].split(' ');
  const isValid = signatures.some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw new Error('wrong signature');
  return JSON.parse(body);
}
`;
