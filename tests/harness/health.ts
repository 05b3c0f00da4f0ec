// Responses of the health port.

/** Requests the URL until it has this body. */
export async function untilBody(url: string, wanted: object): Promise<void> {
  for (;;) {
    const body = await (await fetch(url)).json();
    if (JSON.stringify(body) === JSON.stringify(wanted)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
