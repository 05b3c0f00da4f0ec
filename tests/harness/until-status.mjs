// Requests a URL until the response has one of the status codes, and prints each different response once. A separate
// process, so that its parent's event loop can be blocked meanwhile.
const [url, wanted] = process.argv.slice(2);

let last = '';
for (;;) {
  const response = await fetch(url);
  const text = `${response.status} ${await response.text()}`;
  if (text !== last) console.log(text);
  last = text;
  if (response.status === Number(wanted)) break;
  await new Promise((resolve) => setTimeout(resolve, 10));
}
