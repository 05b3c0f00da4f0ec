// The one error of the client: a response with an error, a connection that failed, or a message that is not authentic.

export interface ErrorDetails {
  /** HTTP status code; 0 without a response. */
  readonly status: number;
  /** Error code of the API, which does not change, such as `rest_invalid_param`; `network-error` without a response. */
  readonly code: string;
  /** `data` of the error: `params` by name, `index` in a batch, `id` of an existing record. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class AlmanacError extends Error {
  override readonly name = 'AlmanacError';
  readonly status: number;
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, { status, code, data = {}, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** The error in the body of a response, or what the status says if a proxy answered. */
export function errorOf(status: number, statusText: string, body: unknown): AlmanacError {
  const { code, message, data } = Object(body) as { code?: unknown; message?: unknown; data?: unknown };
  return new AlmanacError(typeof message === 'string' ? message : statusText || `HTTP status ${status}`, {
    status,
    code: typeof code === 'string' ? code : `http-${status}`,
    data: Object(data) as Readonly<Record<string, unknown>>,
  });
}
