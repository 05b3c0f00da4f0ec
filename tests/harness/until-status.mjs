// Requests a URL until the response has the status code, and prints its body. A separate process, so that its parent's event
// loop can be blocked meanwhile.
const [url, wanted] = process.argv.slice(2);

for (;;) {
  const response = await fetch(url);
  const body = await response.text();
  if (response.status === Number(wanted)) {
    process.stdout.write(body);
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
