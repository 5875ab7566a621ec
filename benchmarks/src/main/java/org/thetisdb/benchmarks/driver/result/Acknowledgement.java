package org.thetisdb.benchmarks.driver.result;

/** What an acknowledgement means, in words. */
public final class Acknowledgement {
  private Acknowledgement() {}

  /** What a transaction survives under a durability; a name that is not known stays as it is. */
  public static String of(String durability) {
    return switch (durability) {
      case "process" -> "survives the kill of any process";
      case "disk" -> "survives a power failure of the broker";
      case "brokers" -> "survives the loss of a broker";
      default -> durability;
    };
  }
}
