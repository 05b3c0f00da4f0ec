// A wrong code is an error of the field for the code.
import { ApiError } from '../api/http';
import { texts } from './texts';

export const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'incorrect_code';
export const needsCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required';

/** Moves the error to the field `code`. */
export const withCodeError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isWrongCode(error)) throw error;
    throw new ApiError('', 400, 'incorrect_code', { code: texts().wrongCode }, undefined, true);
  });
