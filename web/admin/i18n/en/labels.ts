// Labels, help and choices of the API document are English already.
import type { Labels } from '../texts';

export const labels: Partial<Labels> = {};
