declare module '*.css';

/** The code of a worker as text: a module and all that it imports. */
declare module 'worker:*' {
  const code: string;
  export default code;
}
