export { default as process } from 'node:process';

/** In place of a third of the bundled SDK: our server never sends the requests whose answers this would validate. */
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('Validation by JSON Schema is not bundled.');
  }
}
