// Reads /metrics as a monitoring system does.

/** The sum of a metric over all lines that have these labels. */
export async function countRequests(
  address: string,
  labels: Readonly<Record<string, string>>,
  metric = 'almanac_requests_total',
): Promise<number> {
  const response = await fetch(`${address}/metrics`, { headers: { connection: 'close' } });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(`${metric}{`));
  const wanted = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return lines
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
