package org.thetisdb.sql.call;

import org.thetisdb.core.error.ThetisException;

/** What waits for a text to be compiled. Owned by the event loop of the engine. */
public interface Asker {
  /**
   * Whose text it is: clients whose texts wait take turns. Two askers are of one client if this is
   * equal.
   */
  Object client();

  /** Why it does not wait any more; null while it does. Asked again and again. */
  ThetisException refusal();

  /** The engine itself, which waits for ever. */
  Asker ENGINE =
      new Asker() {
        @Override
        public Object client() {
          return Asker.class;
        }

        @Override
        public ThetisException refusal() {
          return null;
        }
      };
}
