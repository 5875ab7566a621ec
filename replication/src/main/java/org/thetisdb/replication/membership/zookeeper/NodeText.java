package org.thetisdb.replication.membership.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/** What nodes hold: lines of {@code name=value} that people can read with any ZooKeeper shell. */
final class NodeText {
  private static final String PLACED = "placed";
  private static final String SCHEME = "scheme";
  private static final String FULL_SITES = "full_sites";
  private static final String SNAPSHOT = "snapshot";
  private static final String PLAIN_VECTORS = "vector";
  private static final String ISOLATION = "epoch_isolation";
  private static final String SNAPSHOT_BATCHES = "snapshot";

  private final Map<String, String> fields = new LinkedHashMap<>();

  private NodeText() {}

  static byte[] ofSettings(ClusterSettings settings) {
    NodeText text =
        new NodeText()
            .with("name", settings.name())
            .with("sites", settings.sites())
            .with("partition_keys", settings.partitionKeys())
            .with("first_master", settings.firstMaster());
    if (!settings.placed().equals(PlacedRanges.NONE)) {
      text.with(PLACED, settings.placed());
    }
    if (!settings.scheme().isEmpty()) {
      text.with(SCHEME, settings.scheme());
    }
    if (settings.isPartial()) {
      text.with(FULL_SITES, settings.fullSites());
    }
    if (settings.plainVectors()) {
      text.with(SNAPSHOT, PLAIN_VECTORS);
    }
    if (settings.snapshotBatches()) {
      text.with(ISOLATION, SNAPSHOT_BATCHES);
    }
    return text.bytes();
  }

  static ClusterSettings settings(byte[] bytes) {
    NodeText text = parse(bytes);
    return new ClusterSettings(
            text.get("name"),
            text.number("sites"),
            text.number("partition_keys"),
            FirstMaster.valueOf(text.get("first_master")))
        .withPlaced(text.placed())
        .withScheme(text.fields.getOrDefault(SCHEME, ""))
        .withFullSites(text.fields.containsKey(FULL_SITES) ? text.number(FULL_SITES) : 0)
        .withPlainVectors(PLAIN_VECTORS.equals(text.fields.get(SNAPSHOT)))
        .withSnapshotBatches(SNAPSHOT_BATCHES.equals(text.fields.get(ISOLATION)));
  }

  private PlacedRanges placed() {
    String text = fields.getOrDefault(PLACED, "");
    try {
      return PlacedRanges.parse(text);
    } catch (IllegalArgumentException e) {
      throw damaged(PLACED, text).causedBy(e);
    }
  }

  static byte[] ofSite(SiteInfo site) {
    return new NodeText()
        .with("site", site.site())
        .with("incarnation", site.incarnation())
        .with("address", site.address())
        .bytes();
  }

  static SiteInfo site(byte[] bytes) {
    NodeText text = parse(bytes);
    return new SiteInfo(text.number("site"), text.number("incarnation"), text.address());
  }

  static byte[] ofRouter(Address address) {
    return new NodeText().with("address", address).bytes();
  }

  static Address router(byte[] bytes) {
    return parse(bytes).address();
  }

  static byte[] ofLeader(int epoch, Address address) {
    return new NodeText().with("epoch", epoch).with("address", address).bytes();
  }

  static Address leader(byte[] bytes) {
    return parse(bytes).address();
  }

  static byte[] ofNumber(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
  }

  static int number(byte[] bytes) {
    return toInt("number", new String(bytes, StandardCharsets.UTF_8));
  }

  private static NodeText parse(byte[] bytes) {
    NodeText text = new NodeText();
    new String(bytes, StandardCharsets.UTF_8).lines().forEach(text::parseLine);
    return text;
  }

  private void parseLine(String line) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      fields.put(line.substring(0, equals), line.substring(equals + 1));
    }
  }

  private NodeText with(String name, Object value) {
    fields.put(name, value.toString());
    return this;
  }

  private byte[] bytes() {
    StringBuilder text = new StringBuilder();
    fields.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String get(String name) {
    String value = fields.get(name);
    if (value == null) {
      throw damaged(name, "nothing");
    }
    return value;
  }

  private int number(String name) {
    return toInt(name, get(name));
  }

  private Address address() {
    return Address.parse(get("address"));
  }

  private static int toInt(String name, String text) {
    try {
      return Integer.parseInt(text.trim());
    } catch (NumberFormatException e) {
      throw damaged(name, text).causedBy(e);
    }
  }

  private static ThetisException damaged(String name, String value) {
    return new ThetisException(
        ErrorCode.BAD_SETTING, name, value, "ZooKeeper holds something that Thetis did not write");
  }
}
