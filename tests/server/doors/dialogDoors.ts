import { type DoorTable, heldBy, notApplicable, type SALES_RULES } from './doorTable.ts';
import type { World } from './world.ts';

const NO_DIALOG = notApplicable('No dialog stands at this door, so none remembers a refusal.');

export const dialogDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'forgottenRefusal'> = {
  forgottenRefusal: {
    FORM: heldBy('tests/src/ui/frame/reopened.test.tsx'),
    IMPORT: notApplicable('An import has a page of its own, whose refusals belong to its file.'),
    BULK: heldBy('tests/src/ui/frame/reopened.test.tsx'),
    COPY: heldBy('tests/src/ui/frame/reopened.test.tsx'),
    MAIL: NO_DIALOG,
    AUTOMATION: NO_DIALOG,
    DRAFT: notApplicable('What was typed is kept on purpose; what was said of it is not, as by the form.'),
    SYSTEM: NO_DIALOG,
  },
};
