import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useEffect, useId, useRef } from 'react';
import type { Route } from '#contract/route.ts';
import { RichText, type RichTextHandle } from '../components/richText/RichText.tsx';
import { useBodyField } from './BodyField.tsx';

interface HtmlFieldProps {
  route: Route;
  name: string;
  minHeight?: number;
}

/** A formatted text of a route's body. It follows outside changes of its value. */
export function HtmlField({ route, name, minHeight = 220 }: HtmlFieldProps) {
  const { words, value: held, problem: error, set } = useBodyField(route, name);
  const value = String(held ?? '');
  const { label } = words;
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
          set(html);
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
