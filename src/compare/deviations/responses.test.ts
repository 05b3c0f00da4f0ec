import { checkDeviations, wp } from '../../../tests/harness/deviations.js';
import { responseDeviations } from './responses.js';

const error = (message: string, more = {}) => ({ code: 'x', message, data: { status: 400, ...more } });

checkDeviations(responseDeviations, {
  'error-messages': {
    known: [{ status: 400, old: error('Falsch'), new: error('Wrong') }],
    faults: [
      { status: 400, old: error('Falsch'), new: error('') },
      { old: { message: 'a' }, new: { message: 'b' } },
      { status: 400, old: error('Falsch'), new: { ...error('Wrong'), code: 'y' } },
    ],
  },
  'error-details': {
    known: [{ status: 400, old: error('a', { details: {} }), new: error('a') }],
    faults: [{ old: { data: { details: {} } }, new: { data: {} } }],
  },
  'other-content': {
    known: [{ path: `${wp}/posts`, old: [{ id: 1 }, { id: 2 }], new: [] }],
    faults: [
      { path: `${wp}/posts`, old: [{ id: 1 }, { id: 2 }], new: [{ id: 1 }] },
      { path: `${wp}/tags`, old: [{ id: 1 }], new: [] },
    ],
  },
  documentation: {
    known: [{ path: '/wp-json/tribe/events/v1/doc', old: { swagger: '2.0' }, new: { openapi: '3.1.0' } }],
    faults: [{ path: '/wp-json/tribe/events/v1/doc', old: { swagger: '2.0' }, new: { swagger: '2.1' } }],
  },
  index: {
    known: [
      {
        path: '/wp-json/tribe/events/v1',
        old: { namespace: 'tribe/events/v1', routes: { a: {} } },
        new: { namespace: 'tribe/events/v1', routes: {} },
      },
    ],
    faults: [{ path: '/wp-json/tribe/events/v1', old: { routes: { a: {} } }, new: { routes: {} } }],
  },
});
