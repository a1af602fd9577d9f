/** What the page asks before anything else, without a key. */
export interface SignInStatus {
  /** Null: people cannot sign in here. */
  signIn: { name: string; url: string } | null;
  /** Who is signed in in this browser; null: nobody. */
  person: { name: string } | null;
}
