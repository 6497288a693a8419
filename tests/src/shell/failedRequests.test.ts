import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** Content that leaves with any failure. A skeleton that waits for the first answer asks for that as well. */
const HIDDEN = /(?<!!(?:\w+\.)?data )(?:&&|\{) ?!(?:\w+\.)?(?:error|isError) &&(?! !(?:\w+\.)?data)/;

/** A `Failure` that depends on a condition is not above what an earlier answer shows. It asks for one itself. */
const CONDITIONAL = /(?:\breturn|=>|[?:]|&&|\|\|)\s*\(?\s*<(?:Failure|ErrorState)\b/;

/** A failure that is told only as long as there is no answer: with one, nothing says that it is old. */
const HUSHED =
  /(?:error|isError) && !(?:\w+\.)?data\b|!(?:\w+\.)?data && (?:\w+\.)?(?:error|isError)\b(?!\?\.)|!(?:\w+\.)?data\)\s*return \(?\s*(?:\w+\.)?error \?/;

/** With the reason why nothing is lost, or why nothing that is shown becomes old. */
const EXCEPTIONS: Record<string, string> = {
  'src/custom/customerPanel/PanelBody.tsx': 'the order of the tabs, which stays valid',
  'src/custom/customerPanel/tabs/DataTabs.tsx': 'the panel around the tab says it of the customer',
  'src/custom/customerPanel/tabs/ServiceFrequencyTab.tsx': 'the panel around the tab says it of the customer',
  'src/custom/dashboardPage/WallPage.tsx': 'the foot of what is kept says since when it is not read again',
  'src/custom/freightDialog/FreightDialog.tsx': 'not a request that failed, but what the carriers answered',
  'src/custom/payment/PaymentPage.tsx': 'an unknown link, and a failure in any other case',
  'src/custom/quoteEditor/QuoteEditor.tsx': 'a quote is loaded once; after that, the editor has its answers',
  'src/custom/registration/RegistrationSteps.tsx': 'only until the first step is known',
  'src/custom/reportViewer/EmbeddedReport.tsx': 'the report is in the frame that could not be opened',
  'src/custom/session/secondFactor/EnrolSteps.tsx': 'a command, whose only answer this would have been',
  'src/resources/people/shared/Absences.tsx': 'what the dialog draws beside its fields, under no condition',
  'src/resources/tickets/costs/CostDialog.tsx': 'the options of a field, which stay valid',
  'src/resources/tickets/moves/MoveFields.tsx': 'the options of a field, which stay valid',
  'src/shell/incomingCall/IncomingCallCard.tsx':
    'a call that is shown stays until it is settled or taken off',
  'src/ui/components/DataTable/DataTable.tsx':
    'the slot of the table, in which a `Failure` is an element like others',
  'src/ui/lists/sums/SumsFoot.tsx': 'older figures would not be those of the rows above',
  'src/ui/schemaForm/SchemaForm.tsx': 'the code of the form, which is loaded once',
  'src/ui/shell/Page.tsx': 'only pages that consist of one answer have one',
  'src/ui/shell/states/StateMessage.tsx': 'the mechanism',
};

describe('a failed request', () => {
  it('leaves what an earlier answer shows, and is told above it', () => {
    const heedless = sourceFiles('src').filter((path) => {
      const text = readFileSync(path, 'utf8');
      return [HIDDEN, CONDITIONAL, HUSHED].some((pattern) => pattern.test(text));
    });
    expect(heedless).toEqual(Object.keys(EXCEPTIONS));
  });
});
