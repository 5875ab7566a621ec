package org.thetisdb.router.definition;

import java.util.List;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepText;

/**
 * What {@link SystemCall#DEFINE} and {@link SystemCall#FINISH_STEP} have brought about.
 *
 * @param notices for the client
 * @param steps that follow
 * @param version of the catalog that it made
 */
record DefinitionOutcome(List<String> notices, List<Step> steps, long version) {
  /**
   * Reads a result.
   *
   * @throws RuntimeException if it has another form
   */
  static DefinitionOutcome read(byte[] value) {
    Object[] parts = ValueCodec.decodeArguments(value);
    List<String> notices = ((List<?>) parts[0]).stream().map(String::valueOf).toList();
    List<Step> steps = ((List<?>) parts[1]).stream().map(DefinitionOutcome::step).toList();
    return new DefinitionOutcome(notices, steps, (Long) parts[2]);
  }

  private static Step step(Object text) {
    Step step = StepText.parse((String) text);
    if (step == null) {
      throw new CodecException("a step that there is not");
    }
    return step;
  }
}
