// Maps widget names of the API to components. Unknown names, from a newer server, get a text input.
import type { FieldInfo, InputInfo } from '../api/contract';
import { ChoiceWidget } from './choice';
import { ColorWidget } from './color';
import { ColorsWidget } from './colors';
import { FileWidget } from './file';
import { FlagWidget } from './flag';
import { HtmlWidget } from './html/html';
import { ImageWidget } from './image';
import { ItemsWidget } from './items';
import { LanguagesWidget } from './languages';
import { MomentWidget } from './moment';
import { PositionWidget } from './position';
import { PriceWidget } from './price';
import { RecordWidget } from './record';
import { RecordsWidget } from './records';
import { RecurrenceWidget } from './recurrence/recurrence';
import { RowsWidget } from './rows';
import { SecretWidget } from './secret';
import { SlugWidget } from './slug';
import { TermsWidget } from './terms';
import { EmailWidget, IntegerWidget, LinesWidget, NumberWidget, TextWidget, UrlWidget } from './text';
import type { Widget } from './widget';
import { ZoneWidget } from './zone';

const widgets: Readonly<Record<InputInfo['widget'], Widget>> = {
  text: TextWidget,
  lines: LinesWidget,
  html: HtmlWidget,
  slug: SlugWidget,
  secret: SecretWidget,
  url: UrlWidget,
  email: EmailWidget,
  integer: IntegerWidget,
  number: NumberWidget,
  flag: FlagWidget,
  choice: ChoiceWidget,
  moment: MomentWidget,
  recurrence: RecurrenceWidget,
  zone: ZoneWidget,
  price: PriceWidget,
  image: ImageWidget,
  file: FileWidget,
  record: RecordWidget,
  records: RecordsWidget,
  terms: TermsWidget,
  rows: RowsWidget,
  color: ColorWidget,
  items: ItemsWidget,
  colors: ColorsWidget,
  languages: LanguagesWidget,
  position: PositionWidget,
};

export const widgetFor = (name: InputInfo['widget']): Widget => widgets[name] ?? TextWidget;

/** Widgets with several controls, which need a fieldset. */
export const isGroup = ({ schema, input: { widget, descriptions } }: FieldInfo): boolean =>
  ['rows', 'image', 'recurrence', 'colors', 'position'].includes(widget) ||
  descriptions !== undefined ||
  (widget === 'items' && schema.items?.enum !== undefined);
