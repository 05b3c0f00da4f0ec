// Links one record, found by name.

import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import { nameOf } from '../api/records';
import { may } from '../api/session';
import { withinSentence } from '../i18n/contract';
import { IconButton } from '../ui/button';
import { Combobox } from './combobox';
import { findRecords, hintIn, nameById, sourceNamed } from './record-search';
import { IntegerWidget } from './text';
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

export function RecordWidget(props: WidgetProps) {
  const source = sourceNamed(props.field.input.resource);
  // Without the right to list the records, the id is entered.
  const [closed, setClosed] = useState(false);
  if (!source || closed || isHidden(source)) return <IntegerWidget {...props} />;
  return <Picker {...props} source={source} onRefused={() => setClosed(true)} />;
}

const isHidden = ({ read }: ResourceInfo): boolean => read !== undefined && !may(read);

function Picker({ source, onRefused, ...props }: WidgetProps & { source: ResourceInfo; onRefused: () => void }) {
  const { field, value, onChange, context } = props;
  const id = Number(value ?? context.preview?.input[field.name] ?? 0);
  const options = async (typed: string) => {
    try {
      const records = await findRecords(source, typed);
      return records
        .filter((record) => source.name !== context.resource.name || record.id !== context.id)
        .map((record) => ({ key: String(record.id), label: nameOf(source, record), hint: hintIn(record) }));
    } catch (error) {
      onRefused();
      throw error;
    }
  };
  return (
    <div class="picked">
      <Combobox
        control={controlProps(props)}
        text={id > 0 ? nameById(source, id) : ''}
        placeholder={field.required ? texts().choose : texts().none}
        options={options}
        onPick={({ key }) => onChange(Number(key))}
      />
      {inputText(value) !== '' && Number(value) > 0 && !field.required && (
        <IconButton icon="close" label={texts().clear(withinSentence(field.label))} onClick={() => onChange(0)} />
      )}
    </div>
  );
}
