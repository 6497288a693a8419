import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useEffect, useId, useRef } from 'react';
import { RichText, type RichTextHandle } from '../components/richText/RichText.tsx';

interface HtmlFieldProps {
  label: string;
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
  minHeight?: number;
}

/** A labelled rich text field with its error. It follows outside changes of its value. */
export function HtmlField({ label, value, onChange, error, minHeight = 220 }: HtmlFieldProps) {
  const id = useId();
  const editor = useRef<RichTextHandle>(null);
  const own = useRef(value);
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    editor.current?.replace(value);
  }, [value]);
  return (
    <div>
      <FormLabel
        required
        error={Boolean(error)}
        sx={{ display: 'block', mb: 1, fontSize: '0.8125rem', fontWeight: 500, lineHeight: '20px' }}
      >
        {label}
      </FormLabel>
      <RichText
        ref={editor}
        label={label}
        initial={value}
        minHeight={minHeight}
        invalid={Boolean(error)}
        describedBy={error ? id : undefined}
        onChange={(html) => {
          own.current = html;
          onChange(html);
        }}
      />
      {error && (
        <FormHelperText id={id} error>
          {error}
        </FormHelperText>
      )}
    </div>
  );
}
