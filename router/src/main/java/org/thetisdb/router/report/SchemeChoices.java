package org.thetisdb.router.report;

import java.util.List;
import java.util.function.Supplier;

/** What the scheme in force chooses while it runs, and why. Owned by the engine's thread. */
public final class SchemeChoices {
  private final Supplier<List<Choice>> scheme;

  /**
   * A choice of a scheme.
   *
   * @param setting whose value it is
   * @param value what is in force
   * @param reason for people
   */
  public record Choice(String setting, String value, String reason) {}

  /** Those of a scheme, as it says when it is asked. */
  public SchemeChoices(Supplier<List<Choice>> scheme) {
    this.scheme = scheme;
  }

  /** All of them. */
  public List<Choice> all() {
    return scheme.get();
  }

  /** Reports them. */
  public void put(ReportJson json) {
    json.beginArray("choices");
    for (Choice each : all()) {
      json.beginObject()
          .put("setting", each.setting())
          .put("value", each.value())
          .put("reason", each.reason())
          .endObject();
    }
    json.endArray();
  }
}
