// Work factors: the CPU and memory that a password hash (Argon2) and the public form's proof of work cost.

export interface WorkFactors {
  readonly argon2: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  /** Leading zero bits of the proof's SHA-256 digest. */
  readonly proofBits: number;
}

/** Argon2 with 19 MiB and two passes, as OWASP recommends. A proof takes about 130,000 digests, half a second in a browser. */
export const usualFactors: WorkFactors = {
  argon2: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  proofBits: 17,
};

const testFactors: WorkFactors = { argon2: { memoryCost: 8, timeCost: 1, parallelism: 1 }, proofBits: 6 };

/** Lowers the work factors in a test run. It is no setting: elsewhere every command refuses it. */
export const lowCostVariable = 'ALMANAC_TEST_COSTS';

type Variables = Readonly<Record<string, string | undefined>>;

export const isTestRun = ({ NODE_ENV }: Variables): boolean => NODE_ENV === 'test';

export const workFactorsOf = (environment: Variables): WorkFactors =>
  isTestRun(environment) && environment[lowCostVariable] === 'low' ? testFactors : usualFactors;

/** Of this process and its environment, so that neither a setting nor a `.env` can lower them. */
export const workFactors = workFactorsOf(process.env);
