// The form for submitting an event. It works without a script; the script adds a proof of work.
import { pictureTypes } from '../../core/picture.js';
import { workFactors } from '../../core/work-factors.js';
import {
  type ControlName,
  type Faults,
  type FieldName,
  type FormValues,
  isAllDay,
  limits,
  requiredOf,
} from '../../submissions/fields.js';
import type { PageContent } from '../calendar/frame.js';
import { hrefOf } from '../calendar/links.js';
import { listRecords } from '../calendar/queries.js';
import { type Html, html, type Part } from '../html.js';
import { type SubmitRequest, submitContent } from './request.js';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly categories: readonly Choice[];
  readonly venues: readonly string[];
  readonly organizers: readonly string[];
}

const maxChoices = 200;

/** Public records only. */
export async function choicesFor({ page }: SubmitRequest): Promise<Choices> {
  const [categories, venues, organizers] = await Promise.all([
    listRecords(page, 'category', { hide_empty: 'false' }, { limit: maxChoices }),
    listRecords(page, 'venue', {}, { limit: maxChoices }),
    listRecords(page, 'organizer', {}, { limit: maxChoices }),
  ]);
  return {
    categories: categories.items.map(({ id, name }) => ({ value: String(id), label: name })),
    venues: venues.items.map(({ venue }) => venue),
    organizers: organizers.items.map(({ organizer }) => organizer),
  };
}

export interface FormState {
  readonly token: string;
  readonly values: FormValues;
  readonly faults: Faults;
  /** The form had a picture, which has to be chosen again. */
  readonly hadPicture?: boolean;
  /** Why the form was not accepted, if that is not the fault of a field. */
  readonly problem?: string;
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function formPage(request: SubmitRequest, choices: Choices, state: FormState): PageContent {
  const { texts, page } = request;
  const { intro } = page.pageSite.site.submissions;
  return submitContent(request, {
    title: texts.title,
    ...(state.statusCode !== undefined && { statusCode: state.statusCode }),
    ...(state.headers && { headers: state.headers }),
    main: html`<div class="submit"><h1>${texts.title}</h1>
<p>${intro || texts.intro}</p>
${summary(request, state)}
<form method="post" action="${hrefOf(page, '/submit/')}" enctype="multipart/form-data" novalidate data-proof-bits="${workFactors.proofBits}" data-working="${texts.working}" data-sending="${texts.sending}">
<input type="hidden" name="token" value="${state.token}"><input type="hidden" name="proof" value="">
${group(texts.about, [
  line(request, state, 'title'),
  area(request, state, 'description', 8),
  choices.categories.length > 0 && category(request, state, choices.categories),
  line(request, state, 'website', { type: 'url' }),
  picture(request, state),
  line(request, state, 'picture_alt'),
])}
${group(texts.when, [
  html`<label class="check"><input type="checkbox" name="all_day" value="1"${isAllDay(state.values) && html` checked`}> ${texts.fields.all_day}</label>`,
  html`<div class="pair">${line(request, state, 'start_date', { type: 'date' })}${line(request, state, 'start_time', { type: 'time' })}</div>`,
  html`<div class="pair">${line(request, state, 'end_date', { type: 'date' })}${line(request, state, 'end_time', { type: 'time' })}</div>`,
])}
${group(texts.where, [
  line(request, state, 'venue', { list: choices.venues }),
  line(request, state, 'organizer', { list: choices.organizers }),
])}
${group(texts.sender, [
  html`<p class="hint">${texts.senderHint}</p>`,
  line(request, state, 'name', { autocomplete: 'name' }),
  line(request, state, 'email', { type: 'email', autocomplete: 'email' }),
  area(request, state, 'message', 3),
])}
<div class="unseen" aria-hidden="true"><label>${texts.trap} <input name="homepage" value="" tabindex="-1" autocomplete="off"></label></div>
<p><button class="button" type="submit">${texts.send}</button> <span role="status" data-status></span></p>
</form></div>`,
  });
}

const group = (legend: string, parts: readonly Part[]): Html =>
  html`<fieldset><legend>${legend}</legend>${parts}</fieldset>`;

/** Errors with links to their fields. It gets the focus, so that screen readers begin here. */
function summary({ texts }: SubmitRequest, { faults, problem }: FormState): Html | false {
  const names = Object.entries(faults) as readonly [ControlName, keyof typeof texts.faults][];
  if (problem === undefined && names.length === 0) return false;
  return html`<div class="faults" role="alert" tabindex="-1" autofocus><h2>${problem === undefined ? texts.faultCount(names.length) : texts.notSent}</h2>
${problem !== undefined && html`<p>${problem}</p>`}${
  names.length > 0 &&
  html`<ul>${names.map(([name, fault]) => html`<li><a href="#${name}">${texts.fields[name]}: ${texts.faults[fault]}</a></li>`)}</ul>`
}</div>`;
}

function field(request: SubmitRequest, { values, faults }: FormState, name: ControlName, control: Html): Html {
  const { texts, page } = request;
  const isRequired = isRequiredIn(page, values, name);
  const hints: Readonly<Partial<Record<ControlName, string>>> = texts.hints;
  const fault = faults[name];
  return html`<div class="field${fault && ' is-wrong'}"><label for="${name}">${texts.fields[name]}${
    isRequired && html` <span class="hint">(${texts.required})</span>`
  }</label>${control}${
    hints[name] && html`<p class="hint" id="${name}-hint">${hints[name]}</p>`
  }${fault && html`<p class="fault" id="${name}-fault">${texts.faults[fault]}</p>`}</div>`;
}

const isRequiredIn = (page: SubmitRequest['page'], values: FormValues, name: ControlName): boolean =>
  name !== 'picture' && requiredOf(values, page.pageSite.site.submissions.required).includes(name);

/** Name, limits and ARIA attributes of a control. */
function attributes({ texts, page }: SubmitRequest, { values, faults }: FormState, name: ControlName): Html {
  const described = [faults[name] && `${name}-fault`, name in texts.hints && `${name}-hint`].filter(Boolean).join(' ');
  const isRequired = isRequiredIn(page, values, name);
  return html`id="${name}" name="${name}"${name !== 'picture' && html` maxlength="${limits[name]}"`}${isRequired && html` aria-required="true"`}${
    faults[name] && html` aria-invalid="true"`
  }${described && html` aria-describedby="${described}"`}`;
}

interface LineOptions {
  readonly type?: 'date' | 'time' | 'url' | 'email';
  readonly autocomplete?: string;
  readonly list?: readonly string[];
}

function line(request: SubmitRequest, state: FormState, name: FieldName, options: LineOptions = {}): Html {
  const { type = 'text', autocomplete = 'off', list } = options;
  return field(
    request,
    state,
    name,
    html`<input type="${type}" ${attributes(request, state, name)} value="${state.values[name]}" autocomplete="${autocomplete}"${
      list && html` list="${name}-list"`
    }>${list && html`<datalist id="${name}-list">${list.map((value) => html`<option value="${value}"></option>`)}</datalist>`}`,
  );
}

const pictureTypesAccepted = Object.values(pictureTypes).join();

const picture = (request: SubmitRequest, state: FormState): Html =>
  field(
    request,
    state,
    'picture',
    html`<input type="file" ${attributes(request, state, 'picture')} accept="${pictureTypesAccepted}">${
      state.hadPicture && html`<p class="fault">${request.texts.pictureAgain}</p>`
    }`,
  );

const area = (request: SubmitRequest, state: FormState, name: FieldName, rows: number): Html =>
  field(
    request,
    state,
    name,
    html`<textarea ${attributes(request, state, name)} rows="${rows}">
${state.values[name]}</textarea>`,
  );

function category(request: SubmitRequest, state: FormState, choices: readonly Choice[]): Html {
  const chosen = state.values.category;
  return field(
    request,
    state,
    'category',
    html`<select ${attributes(request, state, 'category')}><option value="">${request.texts.noCategory}</option>${choices.map(
      ({ value, label }) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
    )}</select>`,
  );
}
