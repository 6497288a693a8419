import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** A failure that is shown whether or not there is an earlier answer; `Failure`, `Answered` and tables ask for one first. */
const HEEDLESS =
  /if \((\w+\.)?(error|isError)( !== \w+)?\) return <ErrorState|[{(]\s*(\w+\.)?(error|isError)\s*(&&|\?)\s*\(?\s*<ErrorState/;

/** Content that leaves with any failure. A skeleton that waits for the first answer asks for that as well. */
const HIDDEN = /(?<!!(?:\w+\.)?data )(?:&&|\{) ?!(?:\w+\.)?(?:error|isError) &&(?! !(?:\w+\.)?data)/;

/** With the reason why nothing is lost. */
const NOTHING_LOST: Record<string, string> = {
  'src/custom/freightDialog/FreightDialog.tsx': 'not a request that failed, but what the carriers answered',
  'src/custom/registration/RegistrationSteps.tsx': 'only until the first step is known',
  'src/custom/reportViewer/EmbeddedReport.tsx': 'the report is in the frame that could not be opened',
  'src/custom/session/secondFactor/EnrolSteps.tsx': 'a command, whose only answer this would have been',
  'src/resources/quotes/QuoteEditor.tsx': 'only until the quote is there',
  'src/resources/tickets/rail/RecordsPart.tsx': 'only until the records are there',
  'src/ui/schemaForm/SchemaForm.tsx': 'the code of the form, which is loaded once',
};

describe('a failed request', () => {
  it('never takes away what an earlier answer shows', () => {
    const heedless = sourceFiles('src').filter((path) => {
      const text = readFileSync(path, 'utf8');
      return HEEDLESS.test(text) || HIDDEN.test(text);
    });
    expect(heedless).toEqual(Object.keys(NOTHING_LOST));
  });
});
