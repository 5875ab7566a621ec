package org.thetisdb.router.call;

import java.util.Objects;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;

/**
 * The form that the result of a call has. A result comes from a site, and may be the recorded
 * outcome of another call under the same number: one of another form than was asked for is an error
 * of that call, and nothing else is done with it.
 *
 * @param <T> what is read
 */
@FunctionalInterface
public interface ResultForm<T> {
  /** A number by itself. */
  ResultForm<Long> NUMBER = value -> Objects.requireNonNull((Long) ValueCodec.decode(value));

  /** Where an outcome goes of which the result has been read. */
  @FunctionalInterface
  interface Outcome<T> {
    /**
     * The call is over.
     *
     * @param errorNumber 0 when it committed, and its result has the form that it should have
     * @param vector what the session has now seen
     * @param result null after an error
     */
    void onOutcome(int errorNumber, String message, VersionVector vector, T result);
  }

  /** Reads a result; throws something that is unchecked if it has another form. */
  T read(byte[] value);

  /** An answer that reads the result first. */
  default Answer to(Outcome<T> outcome) {
    return (errorNumber, message, vector, value) -> {
      T result = null;
      if (errorNumber == 0) {
        try {
          result = read(value);
        } catch (RuntimeException e) {
          ThetisException other = otherForm(e.getMessage()).causedBy(e);
          outcome.onOutcome(other.code().number(), other.getMessage(), vector, null);
          return;
        }
      }
      outcome.onOutcome(errorNumber, message, vector, result);
    };
  }

  /** The error of a call whose result has another form; {@code found} says which. */
  static ThetisException otherForm(String found) {
    return new ThetisException(
        ErrorCode.INTERNAL,
        "the outcome that is kept for this call has another form than was asked for (%s)"
            .formatted(found));
  }
}
