package org.thetisdb.core.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.Reshape;

/** Makes messages of every kind, with contents from a seed. Follows the records as they are. */
public final class RandomMessages {
  /** Every kind of message there is, in an order that no compiler changes. */
  static final List<Class<?>> KINDS =
      recordsOf(Message.class).sorted(Comparator.comparing(Class::getName)).toList();

  private static Stream<Class<?>> recordsOf(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(RandomMessages::recordsOf);
  }

  private final Random random;

  /** Messages from a seed. */
  public RandomMessages(long seed) {
    random = new Random(seed);
  }

  /** A message of any kind. */
  public Message next() {
    return of(KINDS.get(random.nextInt(KINDS.size())));
  }

  /** A message of one kind. */
  Message of(Class<?> kind) {
    return (Message) record(kind);
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getName(), components[i].getGenericType());
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private Object value(String name, Type type) {
    if (type instanceof ParameterizedType list) {
      return list(name, list.getActualTypeArguments()[0]);
    } else if (type == long.class || type == Long.class) {
      return name.equals("partition") ? partition() : number();
    } else if (type == int.class) {
      return switch (name) {
        case "site" -> random.nextInt(256);
        case "epochCoordinatorShare" -> random.nextInt(Primaries.WHOLE_SHARE + 1);
        default -> number32();
      };
    } else if (type == Integer.class) {
      return random.nextInt(256);
    } else if (((Class<?>) type).isEnum()) {
      Object[] all = ((Class<?>) type).getEnumConstants();
      return all[random.nextInt(all.length)];
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return text();
    } else if (type == byte[].class) {
      return bytes();
    } else if (type == ByteSlice.class) {
      return slice();
    } else if (type == VersionVector.class) {
      return vector();
    } else if (type == Reshape.class) {
      return reshape();
    } else if (type == AppliedPlacement.class) {
      return placement();
    } else if (type == Migration.class) {
      return migration();
    } else if (type == ReplicaSets.class) {
      return replicas();
    } else if (type == Software.class) {
      return new Software(1, 1 + random.nextInt(99), "0." + random.nextInt(100));
    } else if (type == Address.class) {
      return new Address("host" + random.nextInt(100), random.nextInt(65536));
    } else if (type == KeyInterval.class) {
      return new KeyInterval(random.nextInt(99), bytes(), new byte[0]);
    } else if (type == RowKey.class) {
      return new RowKey(number32(), bytes());
    } else if ((type == KeySet.class || type == RouterToSite.TransactionRef.class)
        && random.nextBoolean()) {
      return null;
    }
    return record((Class<?>) type);
  }

  private Migration migration() {
    Migration.Details details =
        new Migration.Details(
            List.of(new Migration.Origin(bytes(), random.nextInt(9))),
            random.nextInt(99),
            placement().ranges().ranges(),
            random.nextInt(99),
            random.nextInt(9_999),
            random.nextInt(9_999),
            text());
    return new Migration(
        1 + random.nextInt(9_999),
        1 + random.nextInt(99),
        Migration.Way.PROMOTE,
        Migration.State.values()[random.nextInt(Migration.State.values().length)],
        new KeyInterval(random.nextInt(99), bytes(), new byte[0]),
        random.nextInt(9),
        1 + random.nextInt(9),
        details);
  }

  private List<Object> list(String name, Type element) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(name, element));
    }
    return list;
  }

  private long number() {
    return random.nextLong() >>> random.nextInt(1, 64);
  }

  private int number32() {
    return random.nextInt() >>> random.nextInt(1, 32);
  }

  private long partition() {
    return PartitionId.of(random.nextInt(PartitionId.MAX_TABLE + 1), random.nextInt());
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private ByteSlice slice() {
    byte[] bytes = bytes();
    int offset = random.nextInt(bytes.length + 1);
    return new ByteSlice(bytes, offset, random.nextInt(bytes.length - offset + 1));
  }

  private Reshape reshape() {
    byte[] from = bytes();
    byte[] at = Arrays.copyOf(from, from.length + 1 + random.nextInt(9));
    byte[] to = random.nextBoolean() ? new byte[0] : Arrays.copyOf(at, at.length + 1);
    int table = random.nextInt(PartitionId.MAX_TABLE + 1);
    return new Reshape(random.nextBoolean(), table, from, at, to, 1 + random.nextInt(1 << 20));
  }

  private ReplicaSets replicas() {
    ReplicaSets sets = ReplicaSets.NONE;
    for (int site = 1 + random.nextInt(4); site < 4; site++) {
      int table = random.nextInt(PartitionId.MAX_TABLE + 1);
      int first = random.nextInt() >>> 1;
      long last = PartitionId.of(table, random.nextInt(first, Integer.MAX_VALUE));
      sets = sets.with(PartitionId.of(table, first), last, site);
      sets = random.nextBoolean() ? sets : sets.heldBy(sets.number(), random.nextInt(1000));
      sets = random.nextBoolean() ? sets : sets.savedAt(sets.ranges().get(0).id());
    }
    return sets;
  }

  private AppliedPlacement placement() {
    List<PlacedRanges.PlacedRange> ranges = new ArrayList<>();
    int table = random.nextInt(PartitionId.MAX_TABLE);
    for (int i = random.nextInt(4); i > 0; i--) {
      long first = PartitionId.of(++table, random.nextInt() >> 1);
      ranges.add(
          new PlacedRanges.PlacedRange(first, first + random.nextInt(99), 1 + random.nextInt(9)));
      if (table == PartitionId.MAX_TABLE) {
        break;
      }
    }
    long keys = ranges.isEmpty() ? 0 : 1 + random.nextInt(1000);
    return new AppliedPlacement(number(), keys, PlacedRanges.of(ranges));
  }

  private String text() {
    int[] letters = {'a', 'Z', '0', '.', ' ', 0, 0xe4, 0x20ac, 0x1f600};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return text.toString();
  }

  private VersionVector vector() {
    return VersionVector.of(random.longs(random.nextInt(6), 0, Long.MAX_VALUE).toArray());
  }
}
