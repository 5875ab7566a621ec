package org.thetisdb.benchmarks.smallbank;

import org.thetisdb.benchmarks.driver.script.Weights;

/**
 * How large the bank is and whom its customers deal with.
 *
 * @param accounts number of customers
 * @param hotspotAccounts customers that are preferred, the first ones of the bank or of a region
 * @param hotspotProbability how often a preferred one is chosen, 0 to 1
 * @param locality 0 for the standard choice; else each client works in a region of its own, and
 *     both customers of a transaction are at most so far apart
 * @param mix how often each transaction is chosen
 * @param savingsCents what each customer has on the savings account in the beginning
 * @param checkingCents what each customer has on the checking account in the beginning
 * @param receipts whether updates leave receipts, so that those of unknown outcome can be looked up
 *     in the end; for a bank that is used by one run only
 */
public record SmallBankOptions(
    int accounts,
    int hotspotAccounts,
    double hotspotProbability,
    int locality,
    Weights mix,
    long savingsCents,
    long checkingCents,
    boolean receipts) {
  /** Fewest customers: enough for two different ones, hot or not. */
  public static final int MIN_ACCOUNTS = 10;

  /** The usual weights, in the order of {@link SmallBankTransaction}. */
  public static final Weights STANDARD_MIX = Weights.of(15, 15, 15, 25, 15, 15);

  private static final int ACCOUNTS = 100_000;
  private static final int HOTSPOT_PERCENT = 25;
  private static final double HOTSPOT_PROBABILITY = 0.9;
  private static final long BALANCE_CENTS = 2_000_000;

  /** Checks the numbers. */
  public SmallBankOptions {
    if (accounts < MIN_ACCOUNTS) {
      throw new IllegalArgumentException("at least " + MIN_ACCOUNTS + " accounts are needed");
    }
    if (hotspotAccounts < 1 || hotspotAccounts > accounts) {
      throw new IllegalArgumentException("the hot spot holds 1 to " + accounts + " accounts");
    }
    if (!(hotspotProbability >= 0 && hotspotProbability <= 1)) {
      throw new IllegalArgumentException("the hot spot's probability lies between 0 and 1");
    }
    if (locality < 0 || locality >= accounts) {
      throw new IllegalArgumentException("the locality lies between 0 and " + (accounts - 1));
    }
    if (savingsCents < 0 || checkingCents < 0) {
      throw new IllegalArgumentException("balances begin at 0 or more");
    }
  }

  /** The benchmark as it is usually run: 100,000 accounts, 90 % of calls to 25 % of them. */
  public static SmallBankOptions standard() {
    return ofAccounts(ACCOUNTS);
  }

  /** The same with another number of customers. */
  public static SmallBankOptions ofAccounts(int accounts) {
    return new SmallBankOptions(
        accounts,
        Math.max(1, (int) (accounts * (long) HOTSPOT_PERCENT / 100)),
        HOTSPOT_PROBABILITY,
        0,
        STANDARD_MIX,
        BALANCE_CENTS,
        BALANCE_CENTS,
        false);
  }

  /** The same with another hot spot. */
  public SmallBankOptions withHotspot(int newAccounts, double newProbability) {
    return new SmallBankOptions(
        accounts,
        newAccounts,
        newProbability,
        locality,
        mix,
        savingsCents,
        checkingCents,
        receipts);
  }

  /** The same with another locality. */
  public SmallBankOptions withLocality(int newLocality) {
    return new SmallBankOptions(
        accounts,
        hotspotAccounts,
        hotspotProbability,
        newLocality,
        mix,
        savingsCents,
        checkingCents,
        receipts);
  }

  /** The same with another mix. */
  public SmallBankOptions withMix(Weights newMix) {
    return new SmallBankOptions(
        accounts,
        hotspotAccounts,
        hotspotProbability,
        locality,
        newMix,
        savingsCents,
        checkingCents,
        receipts);
  }

  /** The same, with receipts. */
  public SmallBankOptions withReceipts() {
    return new SmallBankOptions(
        accounts,
        hotspotAccounts,
        hotspotProbability,
        locality,
        mix,
        savingsCents,
        checkingCents,
        true);
  }
}
