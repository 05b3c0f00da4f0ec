// An address may name several hosts, of which one is the primary: postgres://user@one:5432,two:5432/name

export function hostsOf(url: string): readonly string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/s.exec(url);
  if (!parts) return [url];
  const [, before = '', hosts = '', after = ''] = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
